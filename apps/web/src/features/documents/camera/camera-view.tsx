import { fileTypes } from '@tradefront/rules/uploads/file-type'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { CameraControls, CameraLine, type PhotographedKind } from './camera-controls.tsx'
import { cropToFrame } from './crop-to-frame.ts'
import { findPictureFault, type PictureFault } from './picture-quality.ts'
import { readGreyPicture } from './read-grey-picture.ts'
import { useCamera } from './use-camera.ts'

/** The page of a passport has 125 x 88 mm, a card 85.6 x 54 mm. */
const frameShapes = {
  passport: 'aspect-[125/88] w-[min(90cqw,82cqh*125/88)]',
  card: 'aspect-[856/540] w-[min(90cqw,82cqh*856/540)]',
} as const

const jpegQuality = 0.92

/** Covers the screen: the picture of the camera with a frame for the document, then the photo, to use or to take again. */
export function CameraView(props: {
  readonly kind: PhotographedKind
  readonly label: string
  /** Of the photo, as a file. */
  readonly name: string
  readonly onPhoto: (photo: File) => void
  /** Chosen because the camera does not work. */
  readonly onFiles: (files: readonly File[]) => void
  readonly onClose: () => void
}) {
  const t = useTranslate()
  const video = useRef<HTMLVideoElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const photo = useRef<HTMLCanvasElement>(null)
  const camera = useCamera(video)
  const [taken, setTaken] = useState<{ readonly fault: PictureFault | null } | null>(null)

  const take = (): void => {
    if (video.current === null || frame.current === null || photo.current === null) return
    drawPhoto(video.current, frame.current, photo.current)
    setTaken({ fault: findPictureFault(readGreyPicture(photo.current)) })
  }
  const passOn = (): void => {
    photo.current?.toBlob(
      (blob) => blob !== null && props.onPhoto(new File([blob], props.name, { type: 'image/jpeg' })),
      'image/jpeg',
      jpegQuality,
    )
  }
  const isFaulty = camera !== 'starting' && camera !== 'live' && taken === null
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
          <div
            className={cx(
              'relative min-h-0 min-w-0 flex-1 overflow-hidden [container-type:size]',
              isFaulty && 'hidden',
            )}
          >
            <video ref={video} muted playsInline aria-hidden className="absolute inset-0 size-full object-cover" />
            <div
              ref={frame}
              aria-hidden
              className={cx(
                'absolute inset-0 m-auto rounded-card shadow-[0_0_0_100vmax_oklch(0_0_0/0.55)] outline-2 outline-on-stage',
                frameShapes[props.kind],
                camera !== 'live' && 'invisible',
              )}
            />
            <canvas
              ref={photo}
              role="img"
              aria-label={t('camera.photo')}
              hidden={taken === null}
              className="absolute inset-0 size-full bg-stage object-contain"
            />
          </div>
          <div
            className={cx(
              'flex flex-col items-center gap-4 px-4 pt-4 pb-[max(1.5rem,env(safe-area-inset-bottom))] landscape-phone:justify-center landscape-phone:p-4',
              isFaulty ? 'flex-1 justify-center' : 'landscape-phone:w-64',
            )}
          >
            <CameraLine kind={props.kind} camera={camera} taken={taken} />
            {isFaulty ? (
              <FileTrigger acceptedFileTypes={fileTypes} onSelect={(files) => props.onFiles([...(files ?? [])])}>
                <Button autoFocus>{t('documents.choose')}</Button>
              </FileTrigger>
            ) : (
              <CameraControls
                isLive={camera === 'live'}
                isTaken={taken !== null}
                onTake={take}
                onUse={passOn}
                onRepeat={() => setTaken(null)}
              />
            )}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function drawPhoto(video: HTMLVideoElement, frame: HTMLElement, photo: HTMLCanvasElement): void {
  const size = { width: video.videoWidth, height: video.videoHeight }
  const { left, top, width, height } = cropToFrame(size, video.getBoundingClientRect(), frame.getBoundingClientRect())
  photo.width = width
  photo.height = height
  photo.getContext('2d')?.drawImage(video, left, top, width, height, 0, 0, width, height)
}
