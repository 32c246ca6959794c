import { fileTypes } from '@tradefront/rules/documents/file-type'

import { type Scan, useScans } from '../../platform/use-upload-queue.ts'
import { useTexts } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { refreshUser } from '../../platform/current-user.ts'
import { ScanRow } from '../../ui/uploads/upload-row.tsx'
import { UploadBox } from '../../ui/uploads/upload-box.tsx'
import { checkFile, type KindView, maxMegabytes, sendFile } from './api.ts'
import { kindNames } from './labels.ts'

/** Takes the files of a kind and shows how each is doing. */
export function UploadPanel({ view, onSent }: { readonly view: KindView; readonly onSent: () => Promise<void> }) {
  const t = useTexts()
  const { kind, max, files } = view
  const name = t(kindNames[kind])
  const { scans, add, retry, drop } = useScans({
    check: checkFile,
    failed: () => t('documents.failed'),
    send: (file, on) => sendFile(kind, view.state === 'refused', file, on),
    onSent: async () => {
      showToast({ tone: 'good', text: t('documents.success'), id: 'documents-sent' })
      void refreshUser()
      await onSent()
    },
  })
  const waiting = files.filter(({ state }) => state === 'sent').length
  const free = max - waiting - scans.filter(({ status }) => status === 'loading').length
  return (
    <>
      {scans.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {scans.map((scan, index) => (
            <li key={scan.id}>
              <Row scan={scan} isFirst={index === 0} onRetry={() => retry(scan.id)} onDrop={() => drop(scan.id)} />
            </li>
          ))}
        </ul>
      )}
      {free > 0 && (
        <UploadBox
          count={free}
          accept={fileTypes}
          onFiles={add}
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

function Row(props: {
  readonly scan: Scan
  readonly isFirst: boolean
  readonly onRetry: () => void
  readonly onDrop: () => void
}) {
  const t = useTexts()
  const { scan, isFirst, onRetry, onDrop } = props
  const { name, status, progress } = scan
  const isFailed = status === 'error'
  return (
    <ScanRow
      name={name}
      status={status}
      progress={progress}
      note={noteOf(scan, isFirst, t)}
      barLabel={t('documents.sending')}
      action={
        status === 'success'
          ? null
          : {
              label: t(isFailed ? 'documents.dismiss' : 'documents.cancel'),
              name: t(isFailed ? 'documents.dismiss_name' : 'documents.cancel_name', { name }),
              onPress: onDrop,
            }
      }
      retry={
        isFailed && scan.canRetry
          ? { label: t('documents.retry'), name: t('documents.retry_name', { name }), onPress: onRetry }
          : null
      }
    />
  )
}

function noteOf({ status, progress, error }: Scan, isFirst: boolean, t: ReturnType<typeof useTexts>): string {
  if (status === 'error') return error
  if (status === 'success') return t('documents.success')
  if (progress === 0 && !isFirst) return t('documents.waiting_in_line')
  if (progress >= 1) return t('documents.storing')
  return t('documents.sending_percent', { percent: Math.round(progress * 100) })
}
