import Paperclip from 'lucide-react/icons/paperclip'
import { type ReactNode, useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PageViewer } from './page-viewer.tsx'
import type { SealedFileKind } from './read-sealed.ts'

/** A sealed file, which is read only when it is opened. @param props.children beside its button */
export function FileButton(props: {
  readonly kind: SealedFileKind
  readonly id: string
  readonly title: string
  readonly children?: ReactNode
}) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" className="max-w-full self-start" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          <Paperclip size={16} aria-hidden />
          <span className="truncate">{t('desk_support.show_file', { name: props.title })}</span>
        </Button>
        {props.children}
      </div>
      {isOpen && <PageViewer kind={props.kind} files={[props.id]} name={props.title} />}
    </div>
  )
}
