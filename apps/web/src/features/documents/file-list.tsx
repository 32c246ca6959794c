import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'

import { confirmAction, showAlert } from '../../platform/dialogs.ts'
import { translateExplained } from '../../platform/i18n/explanations.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { refreshUser } from '../../platform/current-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { buildPageUrl, type FileView, type KindView, deleteFile } from './api.ts'
import { kindLabels } from './labels.ts'

const typeNames = { 'image/png': 'PNG', 'image/jpeg': 'JPG', 'application/pdf': 'PDF' } as const

/** Files of a kind. A file can be deleted until it is approved. */
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

type FileRowProps = {
  readonly kind: KindView['kind']
  /** State of the kind; a file in another state shows its own. */
  readonly state: KindView['state']
  readonly file: FileView
  readonly onChanged: () => Promise<void>
}

function FileRow(props: FileRowProps) {
  const t = useTranslate()
  const format = useFormat()
  const { kind, file } = props
  const { isRemoving, remove } = useDeleteFile(props)
  const label = t(kindLabels[kind])
  const name = file.title === null ? label : t('documents.file_of', { kind: label, name: file.title })
  const date = format.dateTime(file.sentAtMs)
  const [firstPage = file.name, ...otherPages] = file.pages
  const count = file.pages.length
  return (
    <li className="flex flex-col gap-2 py-2.5 first:pt-0 last:pb-0">
      <div className="flex items-center gap-3">
        <PageLink
          name={count > 1 ? t('documents.page_name', { name, page: 1, count }) : name}
          page={firstPage}
          kind={kind}
        />
        <div className="flex min-w-0 flex-1 flex-col">
          <bdi className="font-medium wrap-anywhere">{file.title ?? label}</bdi>
          <span className="text-13 text-muted">
            {typeNames[file.type]}, {format.fileSize(file.size)}
            {count > 1 && ` · ${t('documents.page_of', { page: 1, count })}`}
          </span>
          <span className="text-13 text-muted">
            {t('documents.sent_at', { date })}
            {file.state !== props.state && ` · ${t(`documents.state_${file.state}`)}`}
          </span>
        </div>
        {file.canRemove && (
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
      </div>
      {otherPages.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-2">
          {otherPages.map((page, index) => (
            <li key={page} className="flex items-center gap-2 text-13 text-muted">
              <PageLink name={t('documents.page_name', { name, page: index + 2, count })} page={page} kind={kind} />
              <span aria-hidden className="whitespace-nowrap">
                {t('documents.page_of', { page: index + 2, count })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Link to the picture of a page. If the picture fails to load, opening it shows why. */
function PageLink({
  name,
  page,
  kind,
}: {
  readonly name: string
  readonly page: string
  readonly kind: KindView['kind']
}) {
  const t = useTranslate()
  const [hasPicture, setPicture] = useState(true)
  const isSignature = kind === 'sign'
  return (
    <a
      href={buildPageUrl(page)}
      target="_blank"
      rel="noreferrer"
      aria-label={t('documents.open_name', { name })}
      className={cx(
        'flex h-14 shrink-0 items-center justify-center overflow-hidden rounded-field border border-line hover:border-edge',
        isSignature ? 'w-28 bg-paper p-1' : 'w-14 bg-raised',
      )}
    >
      {hasPicture ? (
        <img
          src={buildPageUrl(page)}
          alt=""
          loading="lazy"
          onError={() => setPicture(false)}
          className={cx('size-full', isSignature ? 'object-contain mix-blend-multiply' : 'object-cover')}
        />
      ) : (
        <FileText size={24} className="text-muted" aria-hidden />
      )}
    </a>
  )
}

function useDeleteFile({ file, onChanged }: FileRowProps) {
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
        body: translateExplained('documents.remove_failed'),
        confirmLabel: t('documents.error_close'),
      })
    }
    void refreshUser()
    await onChanged()
    setRemoving(false)
  }
  return { isRemoving, remove }
}
