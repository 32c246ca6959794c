import { describe, expect, test } from 'vitest'

import { parseCamt } from './parse-camt.ts'

const wrap = (entries: string, account = '<IBAN>DE02 1203 0000 0000 2020 51</IBAN>') =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id>${account}</Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`

const details = (words: string, more = '') =>
  `<TxDtls>${more}<RltdPties><Dbtr><Pty><Nm>Ann Lee</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls>`
const entry = (
  changes: Partial<Record<'amount' | 'side' | 'status' | 'day' | 'reference' | 'details' | 'more', string>>,
) =>
  `<Ntry><Amt Ccy="EUR">${changes.amount ?? '12.50'}</Amt><CdtDbtInd>${changes.side ?? 'CRDT'}</CdtDbtInd>${changes.more ?? ''}<Sts>${changes.status ?? '<Cd>BOOK</Cd>'}</Sts><BookgDt><Dt>${changes.day ?? '2026-11-20'}</Dt></BookgDt>${changes.reference ?? '<AcctSvcrRef>R1</AcctSvcrRef>'}<NtryDtls>${changes.details ?? details('TF-1 thanks')}</NtryDtls></Ntry>`

const read = (text: string) => {
  const parsed = parseCamt(text)
  return parsed.ok ? parsed.value.flatMap(({ payments }) => payments) : parsed.code
}

describe('parseCamt', () => {
  test('reads who has paid what, when and why', () => {
    expect(parseCamt(wrap(entry({})))).toMatchObject({
      value: [
        {
          account: 'DE02120300000000202051',
          payments: [
            {
              key: 'entry:R1',
              bookedOn: '2026-11-20',
              amount: 1250,
              currency: 'EUR',
              payer: 'Ann Lee',
              words: 'TF-1 thanks',
            },
          ],
        },
      ],
    })
  })

  test('reads older versions, prefixes, accounts without an IBAN, and characters that are written as entities of XML', () => {
    const old = wrap(entry({ status: 'BOOK', details: details('A &amp; B &#84;F-1') }), '<Othr><Id>12345</Id></Othr>')
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1c:')
      .replace('xmlns=', 'xmlns:c=')
    expect(parseCamt(old)).toMatchObject({ value: [{ account: '12345', payments: [{ words: 'A & B TF-1' }] }] })
  })

  test('leaves out what went out, is pending or was reversed', () => {
    const entries = [
      entry({ side: 'DBIT' }),
      entry({ status: '<Cd>PDNG</Cd>' }),
      entry({ more: '<RvslInd>true</RvslInd>' }),
    ]
    expect(read(wrap(entries.join('')))).toEqual([])
  })

  test('splits an entry of several payments, if their amounts are its own', () => {
    const part = (amount: string, words: string) => details(words, `<Amt Ccy="EUR">${amount}</Amt>`)
    const both = part('10.00', 'TF-1') + part('2.50', 'TF-2')
    expect(read(wrap(entry({ details: both })))).toMatchObject([
      { key: 'entry:R1/1', amount: 1000, words: 'TF-1' },
      { key: 'entry:R1/2', amount: 250, words: 'TF-2' },
    ])
    expect(read(wrap(entry({ amount: '12.51', details: both })))).toMatchObject([{ amount: 1251, words: 'TF-1 TF-2' }])
  })

  test('without a reference of the bank, equal entries have different keys, which are the same the next time', () => {
    const text = wrap(entry({ reference: '' }) + entry({ reference: '' }) + entry({ reference: '', amount: '1' }))
    const keys = (read(text) as { key: string }[]).map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
    expect((read(text) as { key: string }[]).map(({ key }) => key)).toEqual(keys)
  })

  test.each([
    ['no XML', 'Date;Amount', 'desk_reconcile.xml_invalid'],
    ['nothing', '', 'desk_reconcile.xml_invalid'],
    ['XML that is cut off', wrap(entry({})).slice(0, -20), 'desk_reconcile.xml_invalid'],
    ['an entity that nothing defines', wrap(entry({ details: details('&file;') })), 'desk_reconcile.xml_invalid'],
    [
      'an entity of a file',
      wrap(entry({})).replace('?>', '?><!DOCTYPE d [<!ENTITY file SYSTEM "file:///etc/passwd">]>'),
      'desk_reconcile.xml_doctype',
    ],
    [
      'entities that grow',
      wrap(entry({})).replace('?>', '?><!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'),
      'desk_reconcile.xml_doctype',
    ],
    ['deep elements', wrap('<a>'.repeat(100_000)), 'desk_reconcile.xml_deep'],
    ['10 MB', wrap(`<a>${'x'.repeat(10_000_000)}</a>`), 'desk_reconcile.too_large'],
    ['another kind', wrap(entry({})).replace('camt.053', 'camt.054'), 'desk_reconcile.not_camt'],
    ['no account', wrap(entry({}), ''), 'desk_reconcile.no_account'],
    ['no amount', wrap(entry({ amount: '1.234' })), 'desk_reconcile.bad_entry'],
    ['a negative amount', wrap(entry({ amount: '-1' })), 'desk_reconcile.bad_entry'],
    ['no such day', wrap(entry({ day: '2026-02-30' })), 'desk_reconcile.bad_entry'],
  ])('refuses %s', (_, text, code) => {
    expect(read(text)).toBe(code)
  })
})
