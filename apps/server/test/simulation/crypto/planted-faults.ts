import { buildTransferLines, postEntry } from '../../../src/modules/ledger/service.ts'
import type { CryptoMutant } from './crypto-world.ts'
import type { PlantedFault } from '../test-simulation.ts'
import type { Property } from './properties.ts'

const at = new Date('2026-11-18T10:00:00Z')
/** Makes subjects unique. */
let entryCount = 0

const nameHeight = (height: number) => `block-${height}`

/** Changes an invoice when it is made. */
const onNewInvoice = (change: string) => `
  create function fault() returns trigger language plpgsql as $$ begin ${change}; return new; end $$;
  create trigger fault before insert on crypto_invoices for each row execute function fault()`

/** Planted faults, at least one for each property, with the property that finds it. */
export const cryptoMutants: readonly PlantedFault<Property, CryptoMutant>[] = [
  [
    'money credited before it is confirmed',
    'onlyConfirmed',
    {
      chain: (chain) => ({
        ...chain,
        // Two empty blocks seem to be on top of the chain.
        getTip: async () => {
          const { height, hash, time } = await chain.getTip()
          return { height: height + 2, hash: `${hash}+2`, time }
        },
        readBlock: async (height, watched) => {
          const tip = await chain.getTip()
          const above = height - tip.height
          if (above !== 1 && above !== 2) return chain.readBlock(height, watched)
          const parentHash = above === 1 ? tip.hash : `${tip.hash}+1`
          return { height, hash: `${tip.hash}+${above}`, parentHash, time: at, transfers: [], tokens: [] }
        },
      }),
    },
    42,
  ],
  [
    'a reorganisation that is ignored',
    'onlyConfirmed',
    {
      chain: (chain) => ({
        ...chain,
        // Each height seems to have one block only.
        getTip: async () => {
          const tip = await chain.getTip()
          return { ...tip, hash: nameHeight(tip.height) }
        },
        readBlock: async (height, watched) => {
          const block = await chain.readBlock(height, watched)
          return block && { ...block, hash: nameHeight(height), parentHash: nameHeight(height - 1) }
        },
      }),
    },
  ],
  [
    'an output that is not read',
    'nothingMissed',
    {
      chain: (chain) => ({
        ...chain,
        readMempool: async (watched) => {
          const mempool = await chain.readMempool(watched)
          return { ...mempool, transfers: mempool.transfers.filter(({ index }) => index === 0) }
        },
        readBlock: async (height, watched) => {
          const block = await chain.readBlock(height, watched)
          return block && { ...block, transfers: block.transfers.filter(({ index }) => index === 0) }
        },
      }),
    },
    1,
  ],
  [
    'a late payment that is taken for one in time',
    'onTime',
    {
      chain: (chain) => ({
        ...chain,
        readBlock: async (height, watched) => {
          const block = await chain.readBlock(height, watched)
          return block && { ...block, time: new Date(block.time.getTime() - 2 * 3_600_000) }
        },
      }),
    },
  ],
  [
    'a payment that is marked as credited and is not',
    'creditOnce',
    { deposits: (deposits) => ({ ...deposits, creditReceipt: async () => true }) },
  ],
  [
    'an output that is credited twice',
    'creditOnce',
    {
      deposits: (deposits) => ({
        ...deposits,
        creditReceipt: async (reference, output, compute) => {
          const isCredited = await deposits.creditReceipt(reference, output, compute)
          if (isCredited === true) await deposits.creditReceipt(reference, `${output}:again`, compute)
          return isCredited
        },
      }),
    },
  ],
  [
    'a cent too much',
    'accounted',
    {
      deposits: (deposits) => ({
        ...deposits,
        creditReceipt: (reference, output, compute) =>
          deposits.creditReceipt(reference, output, async (deposit) => {
            const credit = await compute(deposit)
            return credit && { ...credit, amount: credit.amount + 1 }
          }),
      }),
    },
  ],
  [
    'a bonus for the first payment, however small',
    'bonusOnce',
    {
      deposits: (deposits) => ({
        ...deposits,
        creditReceipt: (reference, output, compute) =>
          deposits.creditReceipt(reference, output, async (deposit) => {
            const credit = await compute(deposit)
            return credit && { ...credit, isEnough: true }
          }),
      }),
    },
  ],
  [
    'a bonus that is booked twice',
    'bonusOnce',
    {
      deposits: (deposits, db) => ({
        ...deposits,
        creditReceipt: async (reference, output, compute) => {
          const before = await deposits.findDepositByReference(reference)
          const isCredited = await deposits.creditReceipt(reference, output, compute)
          const after = await deposits.findDepositByReference(reference)
          if (before?.state === 'succeeded' || after?.state !== 'succeeded' || after.bonus === 0) return isCredited
          const bonus = { account: 'bonus', userId: after.userId }
          const lines = buildTransferLines(
            { account: 'bonus_expense', userId: null },
            bonus,
            after.bonus,
            after.currency,
          )
          entryCount += 1
          await postEntry(db, { kind: 'simulation.bonus', subject: `${reference} ${entryCount}`, at, lines })
          return isCredited
        },
      }),
    },
  ],
  [
    'cash that nobody has paid',
    'ledgerBalances',
    {
      deposits: (deposits, db) => ({
        ...deposits,
        creditReceipt: async (reference, output, compute) => {
          const isCredited = await deposits.creditReceipt(reference, output, compute)
          const deposit = await deposits.findDepositByReference(reference)
          if (isCredited !== true || deposit === null) return isCredited
          const cash = { account: 'cash', userId: deposit.userId }
          entryCount += 1
          await postEntry(db, {
            kind: 'simulation.reward',
            subject: `${reference} ${entryCount}`,
            at,
            lines: buildTransferLines({ account: 'fees', userId: null }, cash, 1, deposit.currency),
          })
          return isCredited
        },
      }),
    },
  ],
  [
    'an account that is overdrawn, without the rule of the database',
    'notNegative',
    { sql: 'alter table ledger_balances drop constraint ledger_balances_amount_check', spendsTooMuch: true },
  ],
  [
    'a page that still shows what was taken back',
    'truthful',
    {
      deposits: (deposits) => ({
        ...deposits,
        findDepositByReference: async (reference) => {
          const deposit = await deposits.findDepositByReference(reference)
          const captures = deposit?.captures.map((each) =>
            each.status === 'reversed' ? ({ ...each, status: 'credited_part' } as const) : each,
          )
          return deposit && { ...deposit, captures: captures ?? [] }
        },
      }),
    },
  ],
  ['invoices that never end', 'settles', { deposits: (deposits) => ({ ...deposits, endInvoice: async () => false }) }],
  [
    'a credit that cannot be taken back',
    'settles',
    {
      deposits: (deposits) => ({
        ...deposits,
        operator: {
          ...deposits.operator,
          reverseCapture: async () => ({ ok: false, code: 'deposits.reversal_refused' }) as const,
        },
      }),
    },
  ],
  [
    'an end that depends on which payment is credited first',
    'anyOrder',
    {
      deposits: (deposits) => ({
        ...deposits,
        creditReceipt: (reference, output, compute) =>
          deposits.creditReceipt(reference, output, async (deposit) => {
            const credit = await compute(deposit)
            const isFirst = deposit.captures.length === 0
            return credit && { ...credit, amount: credit.amount + (isFirst && credit.isEnough ? 1 : 0) }
          }),
      }),
    },
    2,
  ],
  [
    'a round that fails',
    'noFault',
    {
      deposits: (deposits) => ({
        ...deposits,
        creditReceipt: () => Promise.reject(new Error('a fault')),
      }),
    },
  ],
  [
    'confirmations by the wrong unit',
    'lockedRate',
    {
      // Multiplies an amount by the rate of its currency.
      sql: onNewInvoice(
        `new.confirmations := case new.coin when 'BTC' then case when new.currency = 'RUB' then 3 else 1 end else 2 end`,
      ),
    },
  ],
  ['a price older than the lock', 'lockedRate', { prices: (_prices, before) => before }, 5],
  ['an invoice without the spread', 'lockedRate', { sql: onNewInvoice('new.rate := new.market_rate') }],
  ['the rest at the locked rate', 'accounted', { sql: onNewInvoice('new.locked_max := 1000 * new.amount_due') }],
  [
    'a lock of the amount only in one currency',
    'accounted',
    { sql: onNewInvoice(`new.locked_max := case new.currency when 'USD' then new.locked_max else new.amount_due end`) },
  ],
  [
    'a late block at the locked rate',
    'accounted',
    { sql: onNewInvoice(`new.block_until := new.expires_at + interval '30 days'`) },
    33,
  ],
  [
    'a rest that is never lower than the locked rate',
    'accounted',
    {
      sql: `create function no_lower_rate() returns trigger language plpgsql as $$
        begin
          new.market_rate := greatest(new.market_rate, (select 2 * rate from crypto_invoices where guid = new.guid)); return new;
        end $$;
        create trigger no_lower_rate before update of market_rate on crypto_receipts for each row
          when (new.market_rate is not null and old.market_rate is null) execute function no_lower_rate()`,
    },
  ],
  [
    'a tolerance that only dollars have',
    'onTime',
    { sql: onNewInvoice(`new.tolerance := case new.currency when 'USD' then new.tolerance else 0 end`) },
    10,
  ],
  [
    'a reading that has no gap',
    'onTime',
    {
      // Each block seems to have been read in time.
      sql: `create function read_now() returns trigger language plpgsql as $$
        begin new.mined_at := new.created_at; return new; end $$;
        create trigger read_now before insert on crypto_receipts for each row when (new.mined_at is not null)
          execute function read_now()`,
    },
  ],
  [
    'an operator who is not told of far too much',
    'operatorKnows',
    {
      deposits: (deposits) => ({
        ...deposits,
        creditReceipt: (reference, output, compute) =>
          deposits.creditReceipt(reference, output, async (deposit) => {
            const credit = await compute(deposit)
            return credit && { ...credit, isFarTooMuch: false }
          }),
      }),
    },
  ],
]
