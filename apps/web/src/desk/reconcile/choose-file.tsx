import { useTranslate } from '../../platform/i18n/i18n.ts'
import { FileTrigger } from 'react-aria-components/FileTrigger'

import { TriggerButton } from '../../ui/buttons/trigger-button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/** Button that chooses a file, with the file's name. It says if the file is too large. */
export function ChooseFile(props: {
  readonly file: File | null
  readonly accept: readonly string[]
  readonly maxSize: number
  readonly onChange: (file: File | null) => void
}) {
  const t = useTranslate()
  const { file } = props
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <FileTrigger acceptedFileTypes={props.accept} onSelect={(list) => props.onChange(list?.[0] ?? null)}>
          <TriggerButton>{t('desk_reconcile.choose_file')}</TriggerButton>
        </FileTrigger>
        {file !== null && <span className="min-w-0 wrap-anywhere">{file.name}</span>}
      </div>
      {file !== null && file.size > props.maxSize && (
        <Banner tone="danger">{t('desk_reconcile.file_too_large')}</Banner>
      )}
    </>
  )
}
