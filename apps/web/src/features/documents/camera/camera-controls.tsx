import type { DocumentKind } from '@tradefront/rules/documents/document-kinds'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Button as AriaButton } from 'react-aria-components/Button'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { PictureFault } from './picture-quality.ts'
import type { CameraState } from './use-camera.ts'

export type PhotographedKind = Exclude<DocumentKind, 'sign'>

/** One line says what to do: where the document goes, what is wrong with the photo, or why there is no camera. */
export function CameraLine(props: {
  readonly kind: PhotographedKind
  readonly camera: CameraState
  readonly taken: { readonly fault: PictureFault | null } | null
}) {
  const t = useTranslate()
  const { kind, camera, taken } = props
  const hint = taken?.fault ?? null
  const text =
    hint !== null
      ? t(`documents.hint_${hint}`)
      : taken !== null
        ? t('camera.check')
        : camera === 'live'
          ? t(`camera.aim_${kind}`)
          : t(`camera.${camera}`)
  return (
    <p role="status" className="flex min-h-11 max-w-md items-center gap-2 text-center text-balance">
      {hint !== null && <TriangleAlert size={20} className="shrink-0" aria-hidden />}
      {text}
    </p>
  )
}

export function CameraControls(props: {
  readonly isLive: boolean
  readonly isTaken: boolean
  readonly onTake: () => void
  readonly onUse: () => void
  readonly onRepeat: () => void
}) {
  const t = useTranslate()
  if (props.isTaken) {
    return (
      <div className="flex min-h-18 w-full max-w-md flex-wrap items-center justify-center gap-2 landscape-phone:flex-col">
        <Button size="lg" onPress={props.onRepeat} className="flex-1 landscape-phone:w-full landscape-phone:flex-none">
          {t('camera.repeat')}
        </Button>
        <Button
          size="lg"
          tone="primary"
          autoFocus
          onPress={props.onUse}
          className="flex-1 landscape-phone:w-full landscape-phone:flex-none"
        >
          {t('camera.use')}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex min-h-18 items-center justify-center">
      {props.isLive && (
        <AriaButton
          autoFocus
          aria-label={t('camera.take')}
          onPress={props.onTake}
          className="flex size-18 cursor-pointer items-center justify-center rounded-full border-4 border-on-stage p-1"
        >
          <span
            aria-hidden
            className="size-full rounded-full bg-on-stage transition-transform in-data-pressed:scale-90"
          />
        </AriaButton>
      )}
    </div>
  )
}
