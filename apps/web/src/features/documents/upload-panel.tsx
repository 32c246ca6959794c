import { fileTypes } from '@tradefront/rules/uploads/file-type'

import { describeUploadFailure } from '../../platform/api/upload.ts'
import { type UploadItem, useUploadQueue } from '../../platform/use-upload-queue.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { refreshUser } from '../../platform/current-user.ts'
import { UploadRow } from '../../ui/uploads/upload-row.tsx'
import { UploadBox } from '../../ui/uploads/upload-box.tsx'
import { checkFile, type KindView, maxMegabytes, uploadFile } from './api.ts'
import { kindLabels } from './labels.ts'

export function UploadPanel({ view, onSent }: { readonly view: KindView; readonly onSent: () => Promise<void> }) {
  const t = useTranslate()
  const { kind, max, files } = view
  const name = t(kindLabels[kind])
  const { uploads, addFiles, retryUpload, removeUpload } = useUploadQueue({
    check: checkFile,
    describeFailure: describeUploadFailure,
    send: (file, on) => uploadFile(kind, view.state === 'refused', file, on),
    onSent: async () => {
      showToast({ tone: 'success', text: t('documents.success'), id: 'documents-sent' })
      void refreshUser()
      await onSent()
    },
  })
  const pendingReview = files.filter(({ state }) => state === 'sent').length
  const free = max - pendingReview - uploads.filter(({ status }) => status === 'loading').length
  return (
    <>
      {uploads.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {uploads.map((upload, index) => (
            <li key={upload.id}>
              <UploadListItem
                upload={upload}
                isFirst={index === 0}
                onRetry={() => retryUpload(upload.id)}
                onRemove={() => removeUpload(upload.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {free > 0 && (
        <UploadBox
          count={free}
          accept={fileTypes}
          onFiles={addFiles}
          words={{
            drop: t('documents.drop'),
            dropFor: t('documents.drop_for', { kind: name }),
            choose: t('documents.choose'),
            chooseFor: t('documents.choose_for', { kind: name }),
            photograph: t('documents.photograph'),
            photographFor: t('documents.photograph_for', { kind: name }),
            limits:
              max === 1
                ? t('documents.limits', { mb: maxMegabytes })
                : t('documents.limits_many', { mb: maxMegabytes, count: max }),
          }}
        />
      )}
    </>
  )
}

function UploadListItem(props: {
  readonly upload: UploadItem
  readonly isFirst: boolean
  readonly onRetry: () => void
  readonly onRemove: () => void
}) {
  const t = useTranslate()
  const { upload, isFirst, onRetry, onRemove } = props
  const { name, status, progress } = upload
  const isFailed = status === 'error'
  return (
    <UploadRow
      name={name}
      status={status}
      progress={progress}
      note={describeUpload(upload, isFirst, t)}
      barLabel={t('documents.sending')}
      action={
        status === 'success'
          ? null
          : {
              label: t(isFailed ? 'documents.dismiss' : 'documents.cancel'),
              name: t(isFailed ? 'documents.dismiss_name' : 'documents.cancel_name', { name }),
              onPress: onRemove,
            }
      }
      retry={
        isFailed && upload.canRetry
          ? { label: t('documents.retry'), name: t('documents.retry_name', { name }), onPress: onRetry }
          : null
      }
    />
  )
}

function describeUpload(
  { status, progress, error }: UploadItem,
  isFirst: boolean,
  t: ReturnType<typeof useTranslate>,
): string {
  if (status === 'error') return error
  if (status === 'success') return t('documents.success')
  if (progress === 0 && !isFirst) return t('documents.waiting_in_line')
  if (progress >= 1) return t('documents.storing')
  return t('documents.sending_percent', { percent: Math.round(progress * 100) })
}
