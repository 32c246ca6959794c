import type { PhotographedKind } from '@tradefront/rules/documents/document-kinds'
import { fileTypes } from '@tradefront/rules/uploads/file-type'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { FileTrigger } from 'react-aria-components/FileTrigger'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TriggerButton } from '../../../ui/buttons/trigger-button.tsx'
import type { PictureFault } from './picture-quality.ts'
import type { CameraState } from './use-camera.ts'

/** A photo that was taken. `unsaved`: the browser made no file of it. */
export type Photo = { readonly fault: PictureFault | 'unsaved' | null }

/** Line that says what to do: where the document goes, what is wrong with the photo, or why there is no camera. */
export function CameraLine(props: {
  readonly kind: PhotographedKind
  readonly camera: CameraState
  readonly photo: Photo | null
}) {
  const t = useTranslate()
  const { kind, camera, photo } = props
  const fault = photo?.fault ?? null
  const text =
    fault === 'unsaved'
      ? t('camera.unsaved')
      : fault !== null
        ? t(`documents.hint_${fault}`)
        : photo !== null
          ? t('camera.check')
          : camera === 'live'
            ? t(`camera.aim_${kind}`)
            : t(`camera.${camera}`)
  return (
    <p role="status" className="flex min-h-11 max-w-md items-center gap-2 text-center text-balance">
      {fault !== null && <TriangleAlert size={20} className="shrink-0" aria-hidden />}
      {text}
    </p>
  )
}

export function CameraControls(props: {
  readonly isLive: boolean
  readonly hasPhoto: boolean
  readonly isSending: boolean
  readonly onTakePhoto: () => void
  readonly onSendPhoto: () => void
  readonly onDiscardPhoto: () => void
}) {
  const t = useTranslate()
  if (props.hasPhoto) {
    return (
      <div className="flex min-h-18 w-full max-w-md flex-wrap items-center justify-center gap-2 landscape-phone:flex-col">
        <Button
          size="lg"
          isDisabled={props.isSending}
          onPress={props.onDiscardPhoto}
          className="flex-1 landscape-phone:w-full landscape-phone:flex-none"
        >
          {t('camera.repeat')}
        </Button>
        <Button
          size="lg"
          tone="primary"
          autoFocus
          isPending={props.isSending}
          onPress={props.onSendPhoto}
          className="flex-1 landscape-phone:w-full landscape-phone:flex-none"
        >
          {t('camera.send')}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex min-h-18 items-center justify-center">
      {props.isLive && (
        <button
          type="button"
          autoFocus
          aria-label={t('camera.take')}
          onClick={props.onTakePhoto}
          className="group flex size-18 cursor-pointer items-center justify-center rounded-full border-4 border-on-stage p-1"
        >
          <span aria-hidden className="size-full rounded-full bg-on-stage transition-transform group-active:scale-90" />
        </button>
      )}
    </div>
  )
}

export function CameraFaultControls(props: {
  readonly onFiles: (files: readonly File[]) => void
  readonly onTryAgain: () => void
}) {
  const t = useTranslate()
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <FileTrigger acceptedFileTypes={fileTypes} onSelect={(files) => props.onFiles([...(files ?? [])])}>
        <TriggerButton autoFocus>{t('documents.choose')}</TriggerButton>
      </FileTrigger>
      <Button onPress={props.onTryAgain}>{t('documents.retry')}</Button>
    </div>
  )
}
