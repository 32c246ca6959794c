import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'

/** Number of rows, and actions for all of them. */
export function ListActions(props: {
  readonly count: string
  /** Null: there is no file. */
  readonly csvUrl: string | null
  readonly onPrint: () => void
  readonly isPrinting: boolean
  /** Null: the list has the latest rows. */
  readonly onShowLatest: (() => void) | null
}) {
  const t = useTranslate()
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="status" className="text-muted">
        {props.count}
      </p>
      <div className="flex flex-wrap gap-2">
        {props.onShowLatest !== null && (
          <Button tone="primary" size="sm" onPress={props.onShowLatest}>
            {t('history.new_rows')}
          </Button>
        )}
        {props.csvUrl !== null && (
          <a href={props.csvUrl} download className={buttonClass({ tone: 'quiet', size: 'sm' })}>
            <Download size={16} aria-hidden />
            {t('history.csv')}
          </a>
        )}
        <Button size="sm" isPending={props.isPrinting} onPress={props.onPrint}>
          <Printer size={16} aria-hidden />
          {t('history.print')}
        </Button>
      </div>
    </div>
  )
}
