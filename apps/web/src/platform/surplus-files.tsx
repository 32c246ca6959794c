import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'

import { Button } from '../ui/buttons/button.tsx'
import { useTranslate } from './i18n/i18n.ts'

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
export function SurplusFiles(props: {
  readonly room: Pick<ReturnType<typeof useFileRoom>, 'surplus' | 'forgetSurplus'>
  readonly reason: string
}) {
  const t = useTranslate()
  const { surplus, forgetSurplus } = props.room
  if (surplus.length === 0) return null
  return (
    <div role="alert" className="flex items-start gap-3 py-1 text-13">
      <CircleAlert size={20} className="shrink-0 text-down" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="text-down">
          {t('documents.surplus', { count: surplus.length })} {props.reason}
        </p>
        <p className="truncate text-muted">
          {/* Each name has a direction of its own. */}
          {surplus.map((name) => `\u2068${name}\u2069`).join(', ')}
        </p>
      </div>
      <Button tone="plain" size="sm" onPress={forgetSurplus}>
        {t('documents.dismiss')}
      </Button>
    </div>
  )
}
