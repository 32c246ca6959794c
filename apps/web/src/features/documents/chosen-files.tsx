import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useRef, useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UploadRow } from '../../ui/uploads/upload-row.tsx'
import { checkFile } from './check-file.ts'
import type { PictureFault } from './camera/picture-quality.ts'

type ChosenFile = {
  readonly id: number
  readonly file: File
  /** Fault of the picture. Null while the file is being checked. */
  readonly fault: PictureFault | null
}

/** Checks chosen files before they are sent. Pictures that will be hard to read wait until the trader decides. */
export function useChosenFiles(send: (files: readonly File[]) => void) {
  const [chosenFiles, setChosenFiles] = useState<readonly ChosenFile[]>([])
  const counter = useRef(0)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const dismissFile = (id: number): void => setChosenFiles((all) => all.filter((each) => each.id !== id))
  return {
    chosenFiles,
    dismissFile,
    sendAnyway: ({ id, file }: ChosenFile): void => {
      dismissFile(id)
      send([file])
    },
    /**
     * Adds files. They replace waiting pictures for which there is then no place, the oldest first.
     * @param free number of places, with those of waiting pictures
     */
    addFiles: async (files: readonly File[], free: number): Promise<void> => {
      const added = files.map((file): ChosenFile => ({ id: ++counter.current, file, fault: null }))
      setChosenFiles((all) => {
        const waiting = all.filter(({ fault }) => fault !== null)
        const replaced = waiting.slice(0, Math.max(0, waiting.length + added.length - free))
        return [...all.filter((each) => !replaced.includes(each)), ...added]
      })
      const checked = await Promise.all(added.map(async (each) => ({ ...each, fault: await findFault(each.file) })))
      if (!isMounted.current) return
      const unclear = checked.filter(({ fault }) => fault !== null)
      setChosenFiles((all) => [...all.filter((each) => !added.includes(each)), ...unclear])
      const clear = checked.filter(({ fault }) => fault === null)
      if (clear.length > 0) send(clear.map(({ file }) => file))
    },
  }
}

/**
 * Finds what is wrong with a picture. Returns null also for a file that is refused, and without a connection: the upload says what is
 * wrong.
 */
async function findFault(file: File): Promise<PictureFault | null> {
  try {
    if ((await checkFile(file)) !== null) return null
    const { findFileFault } = await import('./camera/find-file-fault.ts')
    return await findFileFault(file)
  } catch {
    return null
  }
}

export function ChosenFiles(
  props: Omit<ReturnType<typeof useChosenFiles>, 'addFiles'> & { readonly canSend: boolean },
) {
  const t = useTranslate()
  if (props.chosenFiles.length === 0) return null
  return (
    <ul className="flex flex-col gap-3">
      {props.chosenFiles.map((each) => (
        <li key={each.id}>
          {each.fault === null ? (
            <UploadRow
              name={each.file.name}
              status="loading"
              progress={0}
              note={t('documents.checking')}
              barLabel={t('documents.sending')}
              action={null}
              retry={null}
            />
          ) : (
            <UnclearPicture
              file={each.file}
              fault={each.fault}
              onSend={props.canSend ? () => props.sendAnyway(each) : null}
              onDismiss={() => props.dismissFile(each.id)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function UnclearPicture(props: {
  readonly file: File
  readonly fault: PictureFault
  /** Null if there is no place for the file. */
  readonly onSend: (() => void) | null
  readonly onDismiss: () => void
}) {
  const t = useTranslate()
  const { name } = props.file
  return (
    <div className="flex gap-3 rounded-field bg-warn-soft p-3">
      <Thumbnail file={props.file} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div>
          <p className="truncate font-medium">
            <bdi>{name}</bdi>
          </p>
          <p role="alert" className="flex items-start gap-2">
            <TriangleAlert size={16} className="mt-1 shrink-0 text-warn" aria-hidden />
            {t(`documents.hint_${props.fault}`)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {props.onSend !== null && (
            <Button size="sm" onPress={props.onSend} aria-label={t('documents.send_anyway_name', { name })}>
              {t('documents.send_anyway')}
            </Button>
          )}
          <Button size="sm" tone="plain" onPress={props.onDismiss} aria-label={t('documents.dismiss_name', { name })}>
            {t('documents.dismiss')}
          </Button>
        </div>
      </div>
    </div>
  )
}

const thumbnailPx = 160

/** A thumbnail. It is drawn, because the page's policy allows no address of a file on the disk. */
function Thumbnail({ file }: { readonly file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isCurrent = true
    const draw = async (): Promise<void> => {
      const picture = await createImageBitmap(file, { resizeWidth: thumbnailPx, resizeQuality: 'medium' })
      try {
        if (!isCurrent || canvas.current === null) return
        canvas.current.width = picture.width
        canvas.current.height = picture.height
        canvas.current.getContext('2d')?.drawImage(picture, 0, 0)
      } finally {
        picture.close()
      }
    }
    // Without a thumbnail, the name still says which file it is.
    draw().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [file])
  return <canvas ref={canvas} aria-hidden className="size-20 shrink-0 rounded-field bg-raised object-cover" />
}
