import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fileTypes } from '@tradefront/rules/uploads/file-type'
import { maxPostFiles } from '@tradefront/rules/support/limits'
import Paperclip from 'lucide-react/icons/paperclip'
import X from 'lucide-react/icons/x'
import { FileTrigger } from 'react-aria-components/FileTrigger'

import { describeUploadFailure } from '../../platform/api/upload.ts'
import { showAlert } from '../../platform/dialogs.ts'
import { translateExplained } from '../../platform/i18n/explanations.ts'
import { translate, useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { checkFile, maxMegabytes } from '../documents/check-file.ts'
import { FileNote, SurplusFiles, useFileRoom } from '../documents/file-room.tsx'
import { useUploadQueue } from '../../platform/use-upload-queue.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TriggerButton } from '../../ui/buttons/trigger-button.tsx'
import { UploadRow } from '../../ui/uploads/upload-row.tsx'
import { removeAttachment, supportInitQuery, uploadAttachment } from './api.ts'

/**
 * Files of a draft, which the server keeps.
 * @param draft id of a ticket, or `newTicketDraft`
 */
export function useDraftFiles(draft: string) {
  const queryClient = useQueryClient()
  const { data } = useQuery(supportInitQuery)
  const files = (data?.files ?? []).filter(({ type }) => type === draft)
  const reload = () => queryClient.invalidateQueries({ queryKey: supportInitQuery.queryKey })
  const queue = useUploadQueue({
    check: checkFile,
    describeFailure: describeUploadFailure,
    send: (file, options) => uploadAttachment(draft, file, options),
    onSent: async () => {
      showToast({ tone: 'success', text: translate('documents.success'), id: 'attachment-sent' })
      await reload()
    },
  })
  const loading = queue.uploads.filter(({ status }) => status === 'loading').length
  const free = maxPostFiles - files.length - loading
  const room = useFileRoom(free, queue.addFiles)
  const clear = (): Promise<void> => {
    room.forgetSurplus()
    return reload()
  }
  return { files, names: files.map(({ name }) => name), isUploading: loading > 0, free, room, queue, reload, clear }
}

type DraftFiles = ReturnType<typeof useDraftFiles>

/**
 * Files of a draft, with those that are being sent or were refused. Files refused for the same reason have one note, so that the text stays
 * in view.
 */
export function AttachedFiles({ draftFiles }: { readonly draftFiles: DraftFiles }) {
  const t = useTranslate()
  const { files, queue, room, reload } = draftFiles
  const remove = async (name: string): Promise<void> => {
    const isRemoved = await removeAttachment(name).then(
      () => true,
      () => false,
    )
    await reload()
    if (isRemoved) return
    await showAlert({
      title: t('documents.error_title'),
      body: translateExplained('documents.remove_failed'),
      confirmLabel: t('documents.error_close'),
    })
  }
  const refused = queue.uploads.filter(({ status, canRetry }) => status === 'error' && !canRetry)
  const others = queue.uploads.filter((upload) => !refused.includes(upload))
  if (files.length === 0 && queue.uploads.length === 0 && room.surplus.length === 0) return null
  return (
    <div className="flex max-h-[25dvh] flex-col gap-2 overflow-y-auto px-3 pt-3">
      {files.length > 0 && (
        <ul aria-label={t('support.attached')} className="flex flex-wrap gap-2">
          {files.map(({ name, title }) => (
            <li
              key={name}
              className="flex max-w-full items-center gap-1 rounded-field border border-line bg-raised ps-3"
            >
              <Paperclip size={14} className="shrink-0 text-muted" aria-hidden />
              <bdi className="truncate text-13">{title ?? t('support.file')}</bdi>
              <Button
                tone="plain"
                size="icon"
                aria-label={t('support.attached_remove', { name: title ?? t('support.file') })}
                onPress={() => void remove(name)}
              >
                <X size={16} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.map(({ id, name, status, progress, error, canRetry }) => (
        <UploadRow
          key={id}
          name={name}
          status={status}
          progress={progress}
          note={status === 'error' ? error : t('documents.sending_percent', { percent: Math.round(progress * 100) })}
          barLabel={t('documents.sending')}
          action={{
            label: t(status === 'error' ? 'documents.dismiss' : 'documents.cancel'),
            name: t(status === 'error' ? 'documents.dismiss_name' : 'documents.cancel_name', { name }),
            onPress: () => queue.removeUpload(id),
          }}
          retry={
            status === 'error' && canRetry
              ? {
                  label: t('documents.retry'),
                  name: t('documents.retry_name', { name }),
                  onPress: () => queue.retryUpload(id),
                }
              : null
          }
        />
      ))}
      {[...Map.groupBy(refused, ({ error }) => error)].map(([error, uploads]) => (
        <FileNote
          key={error}
          names={uploads.map(({ name }) => name)}
          text={error}
          onDismiss={() => uploads.forEach(({ id }) => queue.removeUpload(id))}
        />
      ))}
      <SurplusFiles room={room} reason={t('support.files_full', { count: maxPostFiles })} />
    </div>
  )
}

export function AttachButton({ draftFiles }: { readonly draftFiles: DraftFiles }) {
  const t = useTranslate()
  const { free, room } = draftFiles
  if (free <= 0) return null
  return (
    <div className="flex min-w-0 flex-1 basis-48 items-center gap-2">
      <FileTrigger
        acceptedFileTypes={fileTypes}
        allowsMultiple={free > 1}
        onSelect={(list) => room.addFiles([...(list ?? [])])}
      >
        <TriggerButton tone="plain" size="sm">
          <Paperclip size={16} aria-hidden />
          {t('support.attach')}
        </TriggerButton>
      </FileTrigger>
      <span className="truncate text-13 text-muted max-sm:sr-only">
        {t('support.attach_limits', { count: maxPostFiles, mb: maxMegabytes })}
      </span>
    </div>
  )
}
