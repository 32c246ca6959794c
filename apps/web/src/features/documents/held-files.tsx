import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useRef, useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { PictureFault } from './camera/picture-quality.ts'

type HeldFile = { readonly id: number; readonly file: File; readonly fault: PictureFault }

/** Passes files on at once, but asks about pictures that will be hard to read. */
export function useHeldFiles(send: (files: readonly File[]) => void) {
  const [held, setHeld] = useState<readonly HeldFile[]>([])
  const counter = useRef(0)
  const drop = (id: number): void => setHeld((all) => all.filter((each) => each.id !== id))
  return {
    held,
    drop,
    sendAnyway: ({ id, file }: HeldFile): void => {
      drop(id)
      send([file])
    },
    addFiles: async (files: readonly File[]): Promise<void> => {
      const faults = await findFaults(files)
      const clear = files.filter((_file, index) => faults[index] === null)
      if (clear.length > 0) send(clear)
      const unclear = files.flatMap((file, index): HeldFile[] => {
        const fault = faults[index] ?? null
        return fault === null ? [] : [{ id: ++counter.current, file, fault }]
      })
      setHeld((all) => [...all, ...unclear])
    },
  }
}

/** Without a connection nothing is checked: the upload says what is wrong. */
async function findFaults(files: readonly File[]): Promise<readonly (PictureFault | null)[]> {
  const module = await import('./camera/find-file-fault.ts').catch(() => null)
  return module === null ? files.map(() => null) : Promise.all(files.map(module.findFileFault))
}

export function HeldFiles({ held, drop, sendAnyway }: Omit<ReturnType<typeof useHeldFiles>, 'addFiles'>) {
  const t = useTranslate()
  if (held.length === 0) return null
  return (
    <ul className="flex flex-col gap-3">
      {held.map((each) => (
        <li key={each.id} className="flex gap-3 rounded-field bg-warn-soft p-3">
          <Thumbnail file={each.file} />
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <div>
              <p className="truncate font-medium">
                <bdi>{each.file.name}</bdi>
              </p>
              <p role="alert" className="flex items-start gap-2">
                <TriangleAlert size={16} className="mt-1 shrink-0 text-warn" aria-hidden />
                {t(`documents.hint_${each.fault}`)}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                onPress={() => sendAnyway(each)}
                aria-label={t('documents.send_anyway_name', { name: each.file.name })}
              >
                {t('documents.send_anyway')}
              </Button>
              <Button
                size="sm"
                tone="plain"
                onPress={() => drop(each.id)}
                aria-label={t('documents.dismiss_name', { name: each.file.name })}
              >
                {t('documents.dismiss')}
              </Button>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

const thumbnailPx = 160

/** Drawn, because the page's policy allows no address of a file on the disk. */
function Thumbnail({ file }: { readonly file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const draw = async (): Promise<void> => {
      const picture = await createImageBitmap(file, { resizeWidth: thumbnailPx, resizeQuality: 'medium' })
      if (canvas.current === null) return
      canvas.current.width = picture.width
      canvas.current.height = picture.height
      canvas.current.getContext('2d')?.drawImage(picture, 0, 0)
    }
    void draw()
  }, [file])
  return <canvas ref={canvas} aria-hidden className="size-20 shrink-0 rounded-field bg-raised object-cover" />
}
