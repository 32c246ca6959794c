import type { PhotographedKind } from '@tradefront/rules/documents/document-kinds'
import { cleanText } from '@tradefront/rules/validation/clean-text'
import X from 'lucide-react/icons/x'
import { type RefObject, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { CameraControls, CameraFaultControls, CameraLine, type Photo } from './camera-controls.tsx'
import { cropToFrame } from './crop-to-frame.ts'
import { findPictureFault } from './picture-quality.ts'
import { readGreyPicture } from './read-grey-picture.ts'
import { useCamera } from './use-camera.ts'

/** Shapes of the frame: the page of a passport measures 125 x 88 mm, a card 85.6 x 54 mm. */
const frameShapes = {
  passport: 'aspect-[125/88] w-[min(90cqw,82cqh*125/88)]',
  card: 'aspect-[856/540] w-[min(90cqw,82cqh*856/540)]',
} as const

const jpegQuality = 0.92

/** Covers the screen: the picture of the camera with a frame for the document, then the photo, to send or to take again. */
export function CameraView(props: {
  readonly kind: PhotographedKind
  readonly label: string
  /** Name of the photo as a file. */
  readonly name: string
  readonly onPhoto: (photo: File) => void
  /** Called with files that the trader chose because the camera does not work. */
  readonly onFiles: (files: readonly File[]) => void
  readonly onClose: () => void
}) {
  const t = useTranslate()
  const video = useRef<HTMLVideoElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { state: camera, openAgain } = useCamera(video)
  const [photo, setPhoto] = useState<Photo | null>(null)
  const [isSending, setSending] = useState(false)

  const takePhoto = (): void => {
    if (video.current === null || frame.current === null || canvas.current === null) return
    drawPhoto(video.current, frame.current, canvas.current)
    setPhoto({ fault: findPictureFault(readGreyPicture(canvas.current)) })
  }
  const sendPhoto = (): void => {
    setSending(true)
    const send = (blob: Blob | null): void => {
      const isClosed = canvas.current === null
      if (isClosed) return
      if (blob !== null) return props.onPhoto(new File([blob], cleanText(props.name), { type: 'image/jpeg' }))
      setSending(false)
      setPhoto({ fault: 'unsaved' })
    }
    canvas.current?.toBlob(send, 'image/jpeg', jpegQuality)
  }
  const isFaulty = camera !== 'starting' && camera !== 'live' && photo === null
  return (
    <ModalOverlay isOpen onOpenChange={props.onClose} className="fixed inset-0 z-40 animate-appear bg-stage">
      <Modal className="size-full">
        <Dialog className="flex size-full flex-col text-on-stage outline-none landscape-phone:flex-row">
          <div className="flex items-center justify-between gap-4 px-4 py-2 landscape-phone:flex-col landscape-phone:justify-start landscape-phone:py-4">
            <Heading slot="title" className="min-w-0 truncate font-medium landscape-phone:sr-only">
              {props.label}
            </Heading>
            <Button size="icon" onPress={props.onClose} aria-label={t('camera.close')}>
              <X size={24} aria-hidden />
            </Button>
          </div>
          <CameraPicture
            kind={props.kind}
            isLive={camera === 'live'}
            hasPhoto={photo !== null}
            isHidden={isFaulty}
            {...{ video, frame, canvas }}
          />
          <div
            className={cx(
              'flex flex-col items-center gap-4 px-4 pt-4 pb-[max(1.5rem,env(safe-area-inset-bottom))] landscape-phone:justify-center landscape-phone:p-4',
              isFaulty ? 'flex-1 justify-center' : 'landscape-phone:w-64',
            )}
          >
            <CameraLine kind={props.kind} camera={camera} photo={photo} />
            {isFaulty ? (
              <CameraFaultControls onFiles={props.onFiles} onTryAgain={openAgain} />
            ) : (
              <CameraControls
                isLive={camera === 'live'}
                hasPhoto={photo !== null}
                isSending={isSending}
                onTakePhoto={takePhoto}
                onSendPhoto={sendPhoto}
                onDiscardPhoto={() => setPhoto(null)}
              />
            )}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Picture of the camera with the frame, or the photo that covers both. */
function CameraPicture(props: {
  readonly kind: PhotographedKind
  readonly isLive: boolean
  readonly hasPhoto: boolean
  readonly isHidden: boolean
  readonly video: RefObject<HTMLVideoElement | null>
  readonly frame: RefObject<HTMLDivElement | null>
  readonly canvas: RefObject<HTMLCanvasElement | null>
}) {
  const t = useTranslate()
  return (
    <div
      className={cx(
        'relative min-h-0 min-w-0 flex-1 overflow-hidden [container-type:size]',
        props.isHidden && 'hidden',
      )}
    >
      <video ref={props.video} muted playsInline aria-hidden className="absolute inset-0 size-full object-cover" />
      <div
        ref={props.frame}
        aria-hidden
        className={cx(
          'absolute inset-0 m-auto rounded-card shadow-[0_0_0_100vmax_oklch(0_0_0/0.55)] outline-2 outline-on-stage',
          frameShapes[props.kind],
          !props.isLive && 'invisible',
        )}
      />
      <canvas
        ref={props.canvas}
        role="img"
        aria-label={t('camera.photo')}
        hidden={!props.hasPhoto}
        className="absolute inset-0 size-full bg-stage object-contain"
      />
    </div>
  )
}

function drawPhoto(video: HTMLVideoElement, frame: HTMLElement, canvas: HTMLCanvasElement): void {
  const size = { width: video.videoWidth, height: video.videoHeight }
  const { left, top, width, height } = cropToFrame(size, video.getBoundingClientRect(), frame.getBoundingClientRect())
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(video, left, top, width, height, 0, 0, width, height)
}
