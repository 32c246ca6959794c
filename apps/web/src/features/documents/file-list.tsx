import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'

import { confirmAction, showAlert } from '../../platform/dialogs.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { refreshUser } from '../../platform/current-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { buildFileUrl, type FileView, type KindView, deleteFile } from './api.ts'
import { kindLabels } from './labels.ts'

const typeNames = { 'image/png': 'PNG', 'image/jpeg': 'JPG', 'application/pdf': 'PDF' } as const

/** A file can be deleted until it is approved. */
export function FileList({ view, onChanged }: { readonly view: KindView; readonly onChanged: () => Promise<void> }) {
  if (view.files.length === 0) return null
  return (
    <ul className="flex flex-col divide-y divide-line">
      {view.files.map((file) => (
        <FileRow key={file.name} kind={view.kind} state={view.state} file={file} onChanged={onChanged} />
      ))}
    </ul>
  )
}

function FileRow(props: {
  readonly kind: KindView['kind']
  /** A file in another state shows its own. */
  readonly state: KindView['state']
  readonly file: FileView
  readonly onChanged: () => Promise<void>
}) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { file } = props
  const { isRemoving, remove } = useDeleteFile(props)
  const isPdf = file.type === 'application/pdf'
  // Opening the file shows why the picture failed.
  const [hasPicture, setPicture] = useState(!isPdf)
  const name = t('documents.file_of', { kind: t(kindLabels[props.kind]), type: typeNames[file.type] })
  const date = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(file.sent_at)
  return (
    <li className="flex items-center gap-3 py-2.5">
      <a
        href={buildFileUrl(file)}
        target="_blank"
        rel="noreferrer"
        aria-label={t(isPdf ? 'documents.download_name' : 'documents.open_name', { name })}
        className="flex size-14 shrink-0 items-center justify-center overflow-hidden rounded-field border border-line bg-raised hover:border-edge"
      >
        {hasPicture ? (
          <img
            src={buildFileUrl(file)}
            alt=""
            loading="lazy"
            onError={() => setPicture(false)}
            className="size-full object-cover"
          />
        ) : (
          <FileText size={24} className="text-muted" aria-hidden />
        )}
      </a>
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="font-medium">
          {typeNames[file.type]}, {formatFileSize(file.size, lang)}
        </span>
        <span className="text-13 text-muted">
          {t('documents.sent_at', { date })}
          {file.state !== props.state && ` · ${t(`documents.state_${file.state}`)}`}
        </span>
      </div>
      {file.can_remove && (
        <Button
          tone="plain"
          size="sm"
          isPending={isRemoving}
          onPress={() => void remove()}
          aria-label={t('documents.remove_name', { name })}
        >
          {t('documents.remove')}
        </Button>
      )}
    </li>
  )
}

function useDeleteFile({ file, onChanged }: Parameters<typeof FileRow>[0]) {
  const t = useTranslate()
  const [isRemoving, setRemoving] = useState(false)
  const remove = async (): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t('documents.remove_title'),
      body: t('documents.remove_text'),
      confirmLabel: t('documents.remove'),
      cancelLabel: t('documents.remove_no'),
      isDanger: true,
    })
    if (!isConfirmed) return
    setRemoving(true)
    const isDone = await deleteFile(file.name).catch(() => false)
    if (isDone) showToast({ tone: 'success', text: t('documents.removed') })
    else {
      await showAlert({
        title: t('documents.error_title'),
        body: t('documents.remove_failed'),
        confirmLabel: t('documents.error_close'),
      })
    }
    void refreshUser()
    await onChanged()
    setRemoving(false)
  }
  return { isRemoving, remove }
}

function formatFileSize(bytes: number, lang: string): string {
  const isSmall = bytes < 1_000_000
  const unit = isSmall ? 'kilobyte' : 'megabyte'
  const value = isSmall ? Math.max(1, Math.round(bytes / 1000)) : bytes / 1_000_000
  return new Intl.NumberFormat(lang, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}
