import Camera from 'lucide-react/icons/camera'
import Upload from 'lucide-react/icons/upload'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'

import { Button } from '../buttons/button.tsx'
import { TriggerButton } from '../buttons/trigger-button.tsx'
import { cx } from '../styles/cx.ts'
import { useMediaQuery } from '../hooks/use-media-query.ts'

export type UploadBoxProps = {
  /** Number of files that can still be added (spec: funding 5). With one, the browser lets the user choose no more. */
  readonly count?: number
  readonly accept: readonly string[]
  readonly words: {
    readonly drop: string
    readonly choose: string
    /** Longer labels for screen readers say what the file is for. */
    readonly dropFor: string
    readonly chooseFor: string
    readonly photograph: string
    readonly photographFor: string
    readonly limits: string
  }
  readonly onFiles: (files: readonly File[]) => void
  /** Opens a camera of the page. Null: a touch screen offers the camera of the system. */
  readonly onPhotograph: (() => void) | null
}

/** Box that accepts files by drop, paste, choice or camera. */
export function UploadBox({ count = 1, accept, words, onFiles, onPhotograph }: UploadBoxProps) {
  const isTouch = useMediaQuery('(any-pointer: coarse)')
  const passOn = (files: readonly File[]): void => {
    if (files.length > 0) onFiles(files)
  }
  const photograph = <PhotographButton isTouch={isTouch} words={words} onPhotograph={onPhotograph} onFiles={passOn} />
  return (
    <DropZone
      aria-label={words.dropFor}
      getDropOperation={() => 'copy'}
      onDrop={({ items }) => {
        const files = items.filter((item) => item.kind === 'file').map((item) => item.getFile())
        void Promise.all(files).then(passOn)
      }}
      className={({ isDropTarget, isFocusVisible }) =>
        cx(
          'flex flex-col items-start gap-3 rounded-field border border-dashed p-4 transition-colors',
          isDropTarget ? 'border-accent bg-accent-soft' : 'border-edge',
          isFocusVisible && 'outline-2 outline-offset-2 outline-accent-ink',
        )
      }
    >
      <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2">
        {isTouch && photograph}
        <FileTrigger
          acceptedFileTypes={accept}
          allowsMultiple={count > 1}
          onSelect={(list) => passOn([...(list ?? [])])}
        >
          <TriggerButton aria-label={words.chooseFor}>
            <Upload size={16} aria-hidden />
            {words.choose}
          </TriggerButton>
        </FileTrigger>
        {!isTouch && photograph}
        {!isTouch && <span className="text-muted">{words.drop}</span>}
      </div>
      <p className="text-13 text-muted">{words.limits}</p>
    </DropZone>
  )
}

function PhotographButton({
  isTouch,
  words,
  onPhotograph,
  onFiles,
}: Pick<UploadBoxProps, 'words' | 'onPhotograph' | 'onFiles'> & { readonly isTouch: boolean }) {
  const label = (
    <>
      <Camera size={16} aria-hidden />
      {words.photograph}
    </>
  )
  if (onPhotograph !== null) {
    return (
      <Button tone={isTouch ? 'primary' : 'plain'} onPress={onPhotograph} aria-label={words.photographFor}>
        {label}
      </Button>
    )
  }
  if (!isTouch) return null
  return (
    <FileTrigger
      acceptedFileTypes={['image/*']}
      defaultCamera="environment"
      onSelect={(list) => onFiles([...(list ?? [])])}
    >
      <TriggerButton aria-label={words.photographFor}>{label}</TriggerButton>
    </FileTrigger>
  )
}
