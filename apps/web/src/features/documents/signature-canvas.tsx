import { useEffect, useEffectEvent, useRef, useState } from 'react'
import SignaturePad from 'signature_pad'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { inkColor, signaturePaperClass } from './signature-style.ts'

/** Field to draw a signature. `onChange` gets a function that returns a PNG data URL, or null while it is empty. */
export function SignatureCanvas({ onChange }: { readonly onChange: (read: (() => string) | null) => void }) {
  const t = useTranslate()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const [isBlank, setBlank] = useState(true)
  const reportChange = useEffectEvent((pad: SignaturePad) => {
    setBlank(pad.isEmpty())
    onChange(pad.isEmpty() ? null : () => pad.toDataURL('image/png'))
  })
  useEffect(() => {
    const canvasElement = canvas.current
    if (canvasElement === null) return
    const signaturePad = new SignaturePad(canvasElement, { penColor: inkColor, minWidth: 1, maxWidth: 3 })
    pad.current = signaturePad
    const fit = (): void => fitCanvas(canvasElement, signaturePad)
    const watch = new ResizeObserver(fit)
    const handleStrokeEnd = (): void => reportChange(signaturePad)
    watch.observe(canvasElement)
    signaturePad.addEventListener('endStroke', handleStrokeEnd)
    return () => {
      watch.disconnect()
      signaturePad.removeEventListener('endStroke', handleStrokeEnd)
      signaturePad.off()
    }
  }, [])
  const clear = (): void => {
    pad.current?.clear()
    setBlank(true)
    onChange(null)
  }
  return (
    <div className="flex w-full flex-col gap-2">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${t('documents.sign_pad')}. ${t(isBlank ? 'documents.sign_blank' : 'documents.sign_drawn')}`}
        className={`${signaturePaperClass} cursor-crosshair touch-none`}
      />
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4">
        <p className="text-13 text-muted">{t('documents.sign_pad_help')}</p>
        <Button tone="plain" size="sm" onPress={clear}>
          {t('documents.sign_clear')}
        </Button>
      </div>
    </div>
  )
}

/** Fits the canvas to its width, and keeps the drawing. */
function fitCanvas(paper: HTMLCanvasElement, pad: SignaturePad): void {
  const ratio = Math.min(2, Math.max(1, devicePixelRatio))
  const [width, height] = [Math.round(paper.offsetWidth * ratio), Math.round(paper.offsetHeight * ratio)]
  if (width === 0 || (paper.width === width && paper.height === height)) return
  const drawn = pad.toData()
  paper.width = width
  paper.height = height
  paper.getContext('2d')?.scale(ratio, ratio)
  pad.fromData(drawn)
}
