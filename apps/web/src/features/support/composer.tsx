import Send from 'lucide-react/icons/send-horizontal'
import type { KeyboardEvent, ReactNode, SubmitEvent } from 'react'

import { FormBanner } from '../../platform/forms/form-banner.tsx'
import type { FormMessage } from '../../platform/forms/use-contract-form.ts'
import type { FormFieldProps } from '../../platform/forms/use-form-field.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { AttachButton, AttachedFiles, type useDraftFiles } from './file-attacher.tsx'

/**
 * Text, files and the button to send. It stays at the end of the window, above the bottom navigation. After the last post it has its own
 * place, so that it covers none.
 */
export function Composer(props: {
  readonly field: FormFieldProps
  readonly label: string
  readonly help: string
  readonly draftFiles: ReturnType<typeof useDraftFiles>
  readonly message: FormMessage | null
  readonly isPending: boolean
  readonly onSubmit: (event: SubmitEvent) => void
  /** Content above the text. */
  readonly children?: ReactNode
}) {
  const t = useTranslate()
  const { field, draftFiles } = props
  const submitByKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || draftFiles.isUploading) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <form
      noValidate
      onSubmit={props.onSubmit}
      className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-col gap-2 bg-bg px-4 pt-2 pb-3 sm:mx-0 sm:px-0 lg:bottom-0 lg:pb-5 landscape-phone:static"
    >
      <FormBanner message={props.message} />
      <div className="flex flex-col rounded-card border border-edge bg-surface focus-within:border-accent-ink focus-within:ring-1 focus-within:ring-accent-ink">
        {props.children}
        <AttachedFiles draftFiles={draftFiles} />
        <TextArea {...field} onKeyDown={submitByKey} label={props.label} help={props.help} rows={1} isBare />
        <div className="flex flex-wrap items-center justify-between gap-2 p-1.5">
          <AttachButton draftFiles={draftFiles} />
          <div className="ms-auto flex items-center gap-3">
            <span className="text-13 whitespace-nowrap text-muted max-xl:hidden pointer-coarse:hidden">
              {t('support.keys')}
            </span>
            <Button type="submit" tone="primary" isPending={props.isPending} isDisabled={draftFiles.isUploading}>
              <Send size={16} className="rtl:-scale-x-100" aria-hidden />
              {t('support.send')}
            </Button>
          </div>
        </div>
      </div>
    </form>
  )
}
