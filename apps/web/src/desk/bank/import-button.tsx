import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import {
  bankColumns,
  type BankFormat,
  deskBankCalls,
  maxBankFileLength,
  requiredBankColumns,
} from '@tradefront/contract/desk-bank'
import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ChooseFile } from '../reconcile/choose-file.tsx'

const formatsQuery = queryOptions({
  queryKey: callKey(deskBankCalls.listBankFormats),
  queryFn: async ({ signal }) => (await performCall(deskBankCalls.listBankFormats, { signal })).formats,
})

type Formats = readonly { readonly account: string; readonly format: BankFormat }[]

const emptyFormat: BankFormat = { bookedOn: '', amount: '', currency: '', words: '', payer: '', reference: '' }

/** Lets an operator import a statement of a bank. */
export function ImportButton() {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const { data: formats } = useQuery(formatsQuery)
  return (
    <>
      <Button tone="primary" onPress={() => setOpen(true)}>
        <Upload size={16} aria-hidden />
        {t('desk_reconcile.bank_import')}
      </Button>
      {isOpen && formats !== undefined && <ImportDialog formats={formats} onClose={() => setOpen(false)} />}
    </>
  )
}

function ImportDialog({ formats, onClose }: { readonly formats: Formats; readonly onClose: () => void }) {
  const t = useTranslate()
  const formatter = useFormat()
  const [kind, setKind] = useState<'camt' | 'csv'>('camt')
  const [file, setFile] = useState<File | null>(null)
  const [account, setAccount] = useState(formats[0]?.account ?? '')
  const [format, setFormat] = useState(formats[0]?.format ?? emptyFormat)
  const load = useMutation({
    mutationFn: async (chosen: File) => {
      const text = await chosen.text()
      const body = kind === 'camt' ? { kind, text } : { kind, text, account, format }
      return performCall(deskBankCalls.importBankStatement, { body })
    },
    onSuccess: () => queryClient.invalidateQueries(),
  })
  const isComplete =
    kind === 'camt' ||
    (account.trim().length >= 4 && requiredBankColumns.every((column) => format[column].trim() !== ''))
  const changeAccount = (next: string) => {
    setAccount(next)
    const known = formats.find((each) => each.account === next.replaceAll(/\s/g, '').toUpperCase())
    if (known !== undefined) setFormat(known.format)
  }
  return (
    <Dialog
      title={t('desk_reconcile.bank_import_title')}
      isOpen
      onClose={onClose}
      closeLabel={t('shell.close')}
      actions={
        load.isSuccess ? (
          <Button tone="primary" onPress={onClose}>
            {t('shell.close')}
          </Button>
        ) : (
          <Button
            tone="primary"
            isDisabled={file === null || file.size > maxBankFileLength || !isComplete}
            isPending={load.isPending}
            onPress={() => {
              if (file !== null) load.mutate(file)
            }}
          >
            {t('desk_reconcile.bank_import')}
          </Button>
        )
      }
    >
      {load.isSuccess ? (
        <Banner
          tone="success"
          isUrgent
          title={t('desk_reconcile.bank_added', {
            count: load.data.added ?? 0,
            found: formatter.number(load.data.found ?? 0),
          })}
        />
      ) : (
        <>
          <p className="text-muted">{t('desk_reconcile.bank_import_lead')}</p>
          <SegmentedControl
            label={t('desk_reconcile.bank_file_kind')}
            options={(['camt', 'csv'] as const).map((id) => ({ id, label: t(`desk_reconcile.bank_kind_${id}`) }))}
            value={kind}
            onChange={setKind}
            isWide
          />
          <ChooseFile
            file={file}
            accept={kind === 'camt' ? ['.xml', 'text/xml', 'application/xml'] : ['.csv', 'text/csv', 'text/plain']}
            maxSize={maxBankFileLength}
            onChange={setFile}
          />
          {kind === 'csv' && (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                label={t('desk_reconcile.bank_account_field')}
                help={t('desk_reconcile.bank_account_help')}
                value={account}
                onChange={changeAccount}
                maxLength={40}
                dir="ltr"
              />
              {bankColumns.map((column) => (
                <TextField
                  key={column}
                  label={t(`desk_reconcile.bank_column_${column}`)}
                  {...(!requiredBankColumns.some((required) => required === column) && {
                    placeholder: t('desk_reconcile.not_in_file'),
                  })}
                  value={format[column]}
                  onChange={(name) => setFormat({ ...format, [column]: name })}
                  maxLength={100}
                />
              ))}
            </div>
          )}
          {load.error !== null && (
            <Banner tone="danger" isUrgent>
              {toErrorText(load.error)}
            </Banner>
          )}
        </>
      )}
    </Dialog>
  )
}
