import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { Button } from '../../ui/buttons/button.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'

/** Passes on as many files as there is room for. The names of the others are kept until files are chosen again. */
export function useFileRoom(free: number, addFiles: (files: readonly File[]) => void) {
  const [surplus, setSurplus] = useState<readonly string[]>([])
  return {
    surplus,
    forgetSurplus: (): void => setSurplus([]),
    addFiles: (files: readonly File[]): void => {
      const taken = files.slice(0, Math.max(0, free))
      setSurplus(files.slice(taken.length).map(({ name }) => name))
      if (taken.length > 0) addFiles(taken)
    },
  }
}

/** Says which files were not taken, and why. */
export function SurplusFiles(props: { readonly room: ReturnType<typeof useFileRoom>; readonly reason: string }) {
  const t = useTranslate()
  const { surplus, forgetSurplus } = props.room
  if (surplus.length === 0) return null
  const text = `${t('documents.surplus', { count: surplus.length })} ${props.reason}`
  return <FileNote names={surplus} text={text} onDismiss={forgetSurplus} />
}

/** Two or three lines, however many files it is about. */
export function FileNote(props: {
  readonly names: readonly string[]
  readonly text: string
  readonly onDismiss: () => void
}) {
  const t = useTranslate()
  return (
    <div role="alert" className="flex items-start gap-3 text-13">
      <CircleAlert size={20} className="shrink-0 text-down" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="text-down">{props.text}</p>
        {/* Each name has a direction of its own. */}
        <p className="truncate text-muted">{props.names.map((name) => `\u2068${name}\u2069`).join(', ')}</p>
      </div>
      <Button tone="plain" size="icon" onPress={props.onDismiss} aria-label={t('documents.dismiss')} className="-m-2">
        <X size={16} aria-hidden />
      </Button>
    </div>
  )
}
