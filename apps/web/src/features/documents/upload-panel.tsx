import type { PhotographedKind } from '@tradefront/rules/documents/document-kinds'
import { fileTypes } from '@tradefront/rules/uploads/file-type'
import { lazy, Suspense, useEffect, useState } from 'react'

import { describeUploadFailure } from '../../platform/api/upload.ts'
import { loadTexts, translate, useTranslate } from '../../platform/i18n/i18n.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { showToast } from '../../platform/toasts.ts'
import { refreshUser } from '../../platform/current-user.ts'
import { checkFile, maxMegabytes } from './check-file.ts'
import { SurplusFiles, useFileRoom } from './file-room.tsx'
import { type UploadItem, useUploadQueue } from '../../platform/use-upload-queue.ts'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { UploadRow } from '../../ui/uploads/upload-row.tsx'
import { UploadBox } from '../../ui/uploads/upload-box.tsx'
import { ChosenFiles, useChosenFiles } from './chosen-files.tsx'
import { type KindView, uploadFile } from './api.ts'
import { useHistoryOverlay } from './camera/use-history-overlay.ts'
import { kindLabels } from './labels.ts'

const CameraView = lazy(async () => {
  const [module] = await retryImport(() => Promise.all([import('./camera/camera-view.tsx'), loadTexts('camera')]))
  return { default: module.CameraView }
})

type UploadPanelProps = {
  readonly kind: PhotographedKind
  readonly view: KindView
  /** Whether files can be chosen. Files that were chosen before are shown in any case. */
  readonly canChoose: boolean
  readonly onSent: () => Promise<void>
}

/** Uploads a file, or a photo whose quality the trader has seen. */
export function UploadPanel({ kind, view, canChoose, onSent }: UploadPanelProps) {
  const t = useTranslate()
  const { max, files } = view
  const name = t(kindLabels[kind])
  const hasCamera = useHasCamera()
  const camera = useHistoryOverlay()
  const { uploads, addFiles, retryUpload, removeUpload } = useUploadQueue({
    check: checkFile,
    describeFailure: describeUploadFailure,
    send: (file, on) => uploadFile(kind, view.state === 'refused', file, on),
    onSent: async () => {
      showToast({ tone: 'success', text: translate('documents.success'), id: 'documents-sent' })
      void refreshUser()
      await onSent()
    },
  })
  const { addFiles: addChosen, ...chosen } = useChosenFiles(addFiles)
  const pendingReview = files.filter(({ state }) => state === 'sent').length
  const loading = uploads.filter(({ status }) => status === 'loading').length
  // A picture with a hint takes no place: another one can be chosen instead.
  const checking = chosen.chosenFiles.filter(({ fault }) => fault === null).length
  const free = max - pendingReview - loading - checking
  const room = useFileRoom(free, (taken) => void addChosen(taken, free))
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
      <ChosenFiles {...chosen} canSend={free > 0} />
      {canChoose && free > 0 && (
        <UploadBox
          count={free}
          accept={fileTypes}
          onFiles={room.addFiles}
          onPhotograph={hasCamera ? camera.open : null}
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
      <SurplusFiles room={room} reason={t('documents.surplus_reason', { count: max })} />
      {/* A push after which no document is needed does not close it. */}
      {camera.isOpen && (
        <Suspense>
          <CameraView
            kind={kind}
            label={name}
            name={t('documents.photo_name', { number: files.length + 1 })}
            onPhoto={(photo) => {
              camera.close()
              addFiles([photo])
            }}
            onFiles={(chosenFiles) => {
              camera.close()
              room.addFiles(chosenFiles)
            }}
            onClose={camera.close}
          />
        </Suspense>
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

/** Returns whether our own camera view can be offered. Browsers give no page without HTTPS a camera. */
function useHasCamera(): boolean {
  const isTouch = useMediaQuery('(any-pointer: coarse)')
  const [hasWebcam, setWebcam] = useState(false)
  const isAllowed = 'mediaDevices' in navigator
  useEffect(() => {
    if (!isAllowed) return
    navigator.mediaDevices
      .enumerateDevices()
      .then((devices) => setWebcam(devices.some(({ kind }) => kind === 'videoinput')))
      .catch(() => undefined)
  }, [isAllowed])
  return isAllowed && (isTouch || hasWebcam)
}
