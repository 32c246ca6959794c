import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'

/** Details of the account about the sender in place of fields, and the button that shows the fields. */
export function KnownDetails(props: { readonly details: readonly string[]; readonly onChange: () => void }) {
  const t = useTranslate()
  return (
    <div className="flex items-center justify-between gap-1 rounded-field border border-line ps-3">
      <p className="flex min-w-0 flex-wrap gap-x-4 py-2 wrap-anywhere">
        <span className="sr-only">{t('contact.known')} </span>
        {props.details.map((detail) => (
          <bdi key={detail} className="min-w-0">
            {detail}
          </bdi>
        ))}
      </p>
      <Button tone="plain" size="narrow" onPress={props.onChange}>
        {t('contact.change')}
      </Button>
    </div>
  )
}
