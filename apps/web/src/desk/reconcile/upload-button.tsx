import { useMutation } from '@tanstack/react-query'
import {
  defaultFormat,
  deskReconcileCalls,
  maxStatementLength,
  requiredColumns,
  statementColumns,
  type StatementFormat,
  type StatementProcessor,
} from '@tradefront/contract/desk-reconcile'
import { processorNames } from '@tradefront/contract/processor-names'
import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toNoon } from './api.ts'
import { ChooseFile } from './choose-file.tsx'

type UploadProps = { readonly day: string; readonly processor: StatementProcessor }

/** Lets an operator upload the statement of a processor. The names of its columns are remembered. */
export function UploadButton(props: UploadProps) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const { name } = props.processor
  // The processor was removed from the product.
  if (!processorNames.some((known) => known === name)) return null
  return (
    <>
      <Button size="sm" onPress={() => setOpen(true)} aria-label={t('desk_reconcile.upload_for', { name })}>
        <Upload size={16} aria-hidden />
        {t('desk_reconcile.upload')}
      </Button>
      {isOpen && <UploadDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function UploadDialog({ day, processor, onClose }: UploadProps & { readonly onClose: () => void }) {
  const t = useTranslate()
  const formatter = useFormat()
  const [file, setFile] = useState<File | null>(null)
  const [format, setFormat] = useState<StatementFormat>(processor.format ?? defaultFormat)
  const upload = useMutation({
    mutationFn: async (chosen: File) => {
      const name = processorNames.find((known) => known === processor.name) ?? processorNames[0]
      const body = { processor: name, day, name: chosen.name.slice(0, 200), text: await chosen.text(), format }
      return performCall(deskReconcileCalls.uploadStatement, { body })
    },
    onSuccess: () => queryClient.invalidateQueries(),
  })
  const isTooLarge = file !== null && file.size > maxStatementLength
  const isComplete = requiredColumns.every((column) => format.columns[column].trim() !== '')
  return (
    <Dialog
      title={t('desk_reconcile.upload_title', { name: processor.name, day: formatter.day(toNoon(day)) })}
      isOpen
      onClose={onClose}
      closeLabel={t('shell.close')}
      actions={
        upload.isSuccess ? (
          <Button tone="primary" onPress={onClose}>
            {t('shell.close')}
          </Button>
        ) : (
          <Button
            tone="primary"
            isDisabled={file === null || isTooLarge || !isComplete}
            isPending={upload.isPending}
            onPress={() => {
              if (file !== null) upload.mutate(file)
            }}
          >
            {t('desk_reconcile.upload')}
          </Button>
        )
      }
    >
      {upload.isSuccess ? (
        <Banner tone="success" isUrgent title={t('desk_reconcile.stored', { count: upload.data.stored ?? 0 })}>
          {(upload.data.ignored ?? 0) > 0 && t('desk_reconcile.ignored', { count: upload.data.ignored ?? 0 })}
        </Banner>
      ) : (
        <>
          <p className="text-muted">{t('desk_reconcile.upload_lead')}</p>
          <ChooseFile
            file={file}
            accept={['.csv', 'text/csv', 'text/plain']}
            maxSize={maxStatementLength}
            onChange={setFile}
          />
          <FormatFields format={format} onChange={setFormat} />
          {upload.error !== null && (
            <Banner tone="danger" isUrgent>
              {toErrorText(upload.error)}
            </Banner>
          )}
        </>
      )}
    </Dialog>
  )
}

function FormatFields(props: {
  readonly format: StatementFormat
  readonly onChange: (format: StatementFormat) => void
}) {
  const t = useTranslate()
  const { format, onChange } = props
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 font-semibold">
        {t('desk_reconcile.columns')}{' '}
        <span className="text-13 font-normal text-muted">{t('desk_reconcile.columns_help')}</span>
      </legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {statementColumns.map((column) => (
          <TextField
            key={column}
            label={t(`desk_reconcile.column_${column}`)}
            {...(!requiredColumns.some((required) => required === column) && {
              placeholder: t('desk_reconcile.not_in_file'),
            })}
            value={format.columns[column]}
            onChange={(name) => onChange({ ...format, columns: { ...format.columns, [column]: name } })}
            maxLength={100}
          />
        ))}
        {format.columns.status.trim() !== '' && (
          <TextField
            label={t('desk_reconcile.paid_words')}
            help={t('desk_reconcile.paid_words_help')}
            value={format.paidWords}
            onChange={(paidWords) => onChange({ ...format, paidWords })}
            maxLength={200}
          />
        )}
      </div>
      <SegmentedControl
        label={t('desk_reconcile.amounts')}
        options={(['minor', 'major'] as const).map((id) => ({ id, label: t(`desk_reconcile.amounts_${id}`) }))}
        value={format.amounts}
        onChange={(amounts) => onChange({ ...format, amounts })}
        isWide
      />
    </fieldset>
  )
}
