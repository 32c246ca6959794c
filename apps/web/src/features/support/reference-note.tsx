import { Link } from '@tanstack/react-router'
import type { TextKey } from '@tradefront/texts/keys'
import LinkIcon from 'lucide-react/icons/link'
import X from 'lucide-react/icons/x'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'

type Reference = { readonly kind: string; readonly id: string }

const kinds: Readonly<Record<string, { readonly text: TextKey; readonly getPath: (id: string) => string }>> = {
  deposit: { text: 'support.about_deposit', getPath: () => paths.show('deposits') },
  trade: { text: 'support.about_trade', getPath: (id) => paths.trade(id) },
  withdrawal: { text: 'support.about_withdrawal', getPath: () => paths.show('withdrawal') },
}

/** Thing that a ticket is about, with a link to it; in the form, with a button that removes it. */
export function ReferenceNote(props: { readonly reference: Reference; readonly onRemove?: () => void }) {
  const t = useTranslate()
  const { reference, onRemove } = props
  const kind = kinds[reference.kind]
  if (kind === undefined) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-13">
      <span className="inline-flex items-center gap-1.5 text-muted">
        <LinkIcon size={14} aria-hidden />
        {t(kind.text)}
        <span className="tabular-nums">{reference.id.slice(-12).toUpperCase()}</span>
      </span>
      {onRemove === undefined ? (
        <Link to={kind.getPath(reference.id)} className="target text-accent-ink hover:underline">
          {t('support.about_open')}
        </Link>
      ) : (
        <Button tone="plain" size="sm" onPress={onRemove}>
          <X size={14} aria-hidden />
          {t('support.about_remove')}
        </Button>
      )}
    </p>
  )
}
