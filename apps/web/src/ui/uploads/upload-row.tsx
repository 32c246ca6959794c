import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import FileIcon from 'lucide-react/icons/file'

import { Button } from '../buttons/button.tsx'
import { ProgressBar } from '../feedback/progress.tsx'

export function UploadRow(props: {
  readonly name: string
  readonly status: 'loading' | 'success' | 'error'
  /** Progress from 0 to 1. */
  readonly progress: number
  /** Translated progress or error. */
  readonly note: string
  readonly barLabel: string
  readonly action: { readonly label: string; readonly name: string; readonly onPress: () => void } | null
  readonly retry: { readonly label: string; readonly name: string; readonly onPress: () => void } | null
}) {
  const { status, action, retry } = props
  return (
    <div data-status={status} className="flex items-start gap-3 py-2">
      <Mark status={status} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="truncate font-medium">
          <bdi>{props.name}</bdi>
        </p>
        {status === 'loading' && <ProgressBar label={props.barLabel} value={props.progress} valueText={props.note} />}
        <p
          role={status === 'error' ? 'alert' : undefined}
          className={status === 'error' ? 'text-13 text-down' : 'text-13 text-muted'}
        >
          {props.note}
        </p>
        {retry !== null && (
          <Button size="sm" onPress={retry.onPress} aria-label={retry.name} className="self-start">
            {retry.label}
          </Button>
        )}
      </div>
      {action !== null && (
        <Button tone="plain" size="sm" onPress={action.onPress} aria-label={action.name}>
          {action.label}
        </Button>
      )}
    </div>
  )
}

function Mark({ status }: { readonly status: 'loading' | 'success' | 'error' }) {
  if (status === 'success') return <CircleCheck size={20} className="mt-px shrink-0 text-up" aria-hidden />
  if (status === 'error') return <CircleAlert size={20} className="mt-px shrink-0 text-down" aria-hidden />
  return <FileIcon size={20} className="mt-px shrink-0 text-muted" aria-hidden />
}
