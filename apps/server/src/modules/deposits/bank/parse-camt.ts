import { ok, refuse, type Result } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'

import {
  addKeys,
  type BankPayment,
  type BankStatement,
  readAmount,
  readDay,
  toAccount,
  toLine,
} from './bank-payment.ts'
import { findAll, findText, parseXml, type XmlElement } from './parse-xml.ts'

const namespace = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d\d$/

type Row = Omit<BankPayment, 'key'> & { readonly reference: string }

/** Reads statements of camt.053 (ISO 20022): what has arrived and is booked. Money that went out, and reversals, are left out. */
export function parseCamt(text: string): Result<BankStatement[], TextKey> {
  const parsed = parseXml(text)
  if (!parsed.ok) return parsed
  const document = parsed.value
  const statements = findAll(document, 'BkToCstmrStmt', 'Stmt')
  if (!namespace.test(document.namespace) || statements.length === 0) return refuse('desk_reconcile.not_camt')
  const found: BankStatement[] = []
  for (const statement of statements) {
    const [owned] = findAll(statement, 'Acct', 'Id')
    const account = owned === undefined ? '' : findText(owned, 'IBAN') || findText(owned, 'Othr', 'Id')
    if (account.length < 4 || account.length > 40) return refuse('desk_reconcile.no_account')
    const rows: Row[] = []
    for (const [index, entry] of findAll(statement, 'Ntry').entries()) {
      if (!hasArrived(entry)) continue
      const read = readEntry(entry)
      if (read === null) return refuse('desk_reconcile.bad_entry', { number: index + 1 })
      rows.push(...read)
    }
    found.push({ account: toAccount(account), payments: addKeys(rows) })
  }
  return ok(found)
}

function hasArrived(entry: XmlElement): boolean {
  // Newer versions have the status in `Cd`.
  const status = findText(entry, 'Sts', 'Cd') || findText(entry, 'Sts')
  return findText(entry, 'CdtDbtInd') === 'CRDT' && status === 'BOOK' && findText(entry, 'RvslInd') !== 'true'
}

/** Reads an entry. One of several payments is split if all have their amount. Null: it cannot be read. */
function readEntry(entry: XmlElement): Row[] | null {
  const whole = readMoney(findAll(entry, 'Amt')[0])
  const bookedOn = readDay(findText(entry, 'BookgDt', 'Dt') || findText(entry, 'BookgDt', 'DtTm'))
  if (whole === null || bookedOn === null) return null
  const reference = findText(entry, 'AcctSvcrRef').slice(0, 150)
  const details = findAll(entry, 'NtryDtls', 'TxDtls')
  const parts = details.map((detail) => ({
    money: readMoney(findAll(detail, 'Amt')[0] ?? findAll(detail, 'AmtDtls', 'TxAmt', 'Amt')[0]),
    detail,
  }))
  const sum = parts.reduce(
    (all, { money }) => all + (money?.currency === whole.currency ? money.amount : Number.NaN),
    0,
  )
  if (parts.length > 1 && sum === whole.amount)
    return parts.flatMap(({ money, detail }, index) =>
      money === null
        ? []
        : [{ ...money, bookedOn, ...readPayer([detail]), reference: reference && `${reference}/${index + 1}` }],
    )
  return [{ ...whole, bookedOn, ...readPayer(details.length === 0 ? [entry] : details), reference }]
}

function readMoney(element: XmlElement | undefined): { amount: number; currency: string } | null {
  const amount = readAmount(element?.text.trim() ?? '')
  const currency = element?.attributes['Ccy'] ?? ''
  return amount === null || amount < 0 || !/^[A-Z]{3}$/.test(currency) ? null : { amount, currency }
}

function readPayer(details: readonly XmlElement[]): { payer: string; words: string } {
  const names = details.map(
    (detail) => findText(detail, 'RltdPties', 'Dbtr', 'Nm') || findText(detail, 'RltdPties', 'Dbtr', 'Pty', 'Nm'),
  )
  const words = details.flatMap((detail) => [
    ...findAll(detail, 'RmtInf', 'Ustrd'),
    ...findAll(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    ...findAll(detail, 'Refs', 'EndToEndId').filter(({ text }) => text.trim() !== 'NOTPROVIDED'),
    ...findAll(detail, 'AddtlNtryInf'),
  ])
  return {
    payer: toLine(names.filter((name) => name !== '').join(', ')),
    words: toLine(words.map(({ text }) => text).join(' ')),
  }
}
