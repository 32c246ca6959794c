import type { ChargebackDetails } from '@tradefront/contract/desk-money'
import { maxChargebackFiles } from '@tradefront/contract/desk-money'
import { maxFileTitleChars, operatorActions } from '@tradefront/contract/operator-actions'
import { maxFileBytes } from '@tradefront/rules/uploads/limits'
import { useMutation } from '@tanstack/react-query'
import Upload from 'lucide-react/icons/upload'
import { FileTrigger } from 'react-aria-components/FileTrigger'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showError, showToast } from '../../platform/toasts.ts'
import { TriggerButton } from '../../ui/buttons/trigger-button.tsx'
import { ActionButton } from '../action-button.tsx'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'
import { FileButton } from '../sealed/file-button.tsx'
import { uploadSealed } from '../sealed/read-sealed.ts'
import { useOrder } from '../use-order.ts'

const fileTypes = ['application/pdf', 'image/jpeg', 'image/png']

/** Files of a case, sealed as documents are. */
export function ChargebackFiles({ row }: { readonly row: ChargebackDetails }) {
  const t = useTranslate()
  const format = useFormat()
  const { roles } = useOperator()
  const { deposit, attempt, charge, files, state } = row
  const named = { deposit, attempt, charge }
  const isOpen = state === 'open'
  const canAdd =
    isOpen && files.length < maxChargebackFiles && hasRole(roles, operatorActions['chargeback.attach'].roles)
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3 empty:hidden">
        {files.map(({ id, title, operator, addedAtMs }) => (
          <li key={id}>
            <FileButton kind="chargeback_file" id={id} title={title}>
              <span className="text-13 text-muted">
                {operator} · {format.day(addedAtMs)}
              </span>
              <ActionButton
                action="chargeback.detach"
                tone="danger"
                size="sm"
                title={t('desk_money.remove_file', { name: title })}
                input={{ ...named, file: id }}
                isOffered={isOpen}
              />
            </FileButton>
          </li>
        ))}
      </ul>
      {canAdd && <AddFile named={named} />}
    </div>
  )
}

function AddFile({ named }: { readonly named: Pick<ChargebackDetails, 'deposit' | 'attempt' | 'charge'> }) {
  const t = useTranslate()
  const attach = useOrder('chargeback.attach')
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const id = await uploadSealed(file)
      const title = file.name.slice(-maxFileTitleChars)
      return attach.mutateAsync({
        input: { ...named, upload: id, title },
        reason: t('desk_money.evidence'),
        done: t('desk_money.file_added', { name: title }),
      })
    },
    onError: showError,
  })
  const choose = (file: File | undefined) => {
    if (file === undefined || upload.isPending) return
    if (file.size > maxFileBytes) showToast({ tone: 'danger', text: t('desk_money.file_too_large'), id: 'order' })
    else upload.mutate(file)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FileTrigger acceptedFileTypes={fileTypes} onSelect={(list) => choose(list?.[0])}>
        <TriggerButton size="sm">
          <Upload size={16} aria-hidden />
          {t('actions.chargeback_attach')}
        </TriggerButton>
      </FileTrigger>
      <span className="text-13 text-muted" role="status">
        {upload.isPending ? t('desk_money.file_is_sealed') : t('desk_money.file_types')}
      </span>
    </div>
  )
}
