import { useRef, useState } from 'react'

import { describeUploadFailure } from '../../platform/api/upload.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { translateExplained } from '../../platform/i18n/explanations.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { refreshUser } from '../../platform/current-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { uploadSignature } from './api.ts'
import { SignatureCanvas } from './signature-canvas.tsx'
import { handwritingFonts, inkColor, signaturePaperClass } from './signature-style.ts'

/** Form for a signature. It refuses an empty one (spec: account 5). */
export function SignaturePanel(props: { readonly isResubmission: boolean; readonly onSent: () => Promise<void> }) {
  const t = useTranslate()
  const [method, setMethod] = useState<'draw' | 'type'>('draw')
  const [drawn, setDrawn] = useState<(() => string) | null>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const nameField = useRef<HTMLInputElement>(null)
  const isBlank = method === 'draw' ? drawn === null : typed.trim() === ''

  const upload = useTaskMutation((data: string) => uploadSignature(props.isResubmission, data), {
    onSuccess: async () => {
      showToast({ tone: 'success', text: t('documents.success'), id: 'documents-sent' })
      void refreshUser()
      await props.onSent()
    },
    onError: (failure) => setError(describeUploadFailure(failure).error),
  })
  const save = (): void => {
    if (upload.isPending) return
    if (isBlank) {
      nameField.current?.focus()
      return setError(translateExplained('documents.sign_empty'))
    }
    setError('')
    upload.mutate(method === 'draw' && drawn !== null ? drawn() : renderTypedSignature(typed))
  }
  const choose = (next: 'draw' | 'type'): void => {
    setMethod(next)
    setError('')
  }
  const changeDrawn = (read: (() => string) | null): void => {
    setDrawn(() => read)
    if (read !== null) setError('')
  }
  const changeTyped = (name: string): void => {
    setTyped(name)
    if (name.trim() !== '') setError('')
  }
  return (
    <form
      className="flex flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <SegmentedControl
        label={t('documents.sign_how')}
        value={method}
        onChange={choose}
        options={[
          { id: 'draw', label: t('documents.sign_draw') },
          { id: 'type', label: t('documents.sign_type') },
        ]}
      />
      {/* It is only hidden, so that a look at the other way keeps the drawing. */}
      <div hidden={method !== 'draw'} className="w-full">
        <SignatureCanvas onChange={changeDrawn} />
      </div>
      {method === 'type' && (
        <>
          <TextField
            label={t('documents.sign_name')}
            help={t('documents.sign_name_help')}
            value={typed}
            onChange={changeTyped}
            inputRef={nameField}
            autoComplete="name"
            autoCapitalize="words"
            maxLength={60}
            spellCheck={false}
            className="w-full max-w-md"
          />
          <TypedSignature name={typed} />
        </>
      )}
      {error !== '' && (
        <p role="alert" className="text-13 text-down">
          {error}
        </p>
      )}
      <Button type="submit" tone="primary" isPending={upload.isPending}>
        {t('documents.sign_save')}
      </Button>
    </form>
  )
}

function TypedSignature({ name }: { readonly name: string }) {
  const text = name.trim()
  // A letter of the widest handwriting is two thirds of its size wide.
  const fontSize = `min(2.5rem, ${Math.floor(160 / Math.max(1, text.length))}cqw)`
  return (
    <div
      aria-hidden
      className={`${signaturePaperClass} @container flex items-center justify-center overflow-hidden px-6`}
    >
      <span className="whitespace-nowrap italic" style={{ fontFamily: handwritingFonts, color: inkColor, fontSize }}>
        {text}
      </span>
    </div>
  )
}

const width = 1200
const height = 320
const marginPx = 40
const largestPx = 120

/** Returns a PNG data URL with dark writing on a transparent ground. */
function renderTypedSignature(name: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('This browser has no 2D canvas')
  const text = name.trim()
  pen.fillStyle = inkColor
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.font = signatureFont(largestPx)
  const share = (width - 2 * marginPx) / Math.max(1, pen.measureText(text).width)
  pen.font = signatureFont(Math.floor(largestPx * Math.min(1, share)))
  pen.fillText(text, width / 2, height / 2)
  return canvas.toDataURL('image/png')
}

function signatureFont(px: number): string {
  return `italic ${px}px ${handwritingFonts}`
}
