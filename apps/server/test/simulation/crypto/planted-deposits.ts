import type { AppContext } from '../../../src/context.ts'
import type { creditReceipt, endInvoice } from '../../../src/modules/deposits/apply-receipt.ts'
import type { findDepositByReference } from '../../../src/modules/deposits/deposit-store.ts'
import type { Bound } from '../../fixtures/app/bind-context.ts'

/** Functions of deposits that invoices call. A planted fault replaces some of them. */
export type InvoiceDeposits = {
  readonly creditReceipt: Bound<typeof creditReceipt>
  readonly endInvoice: Bound<typeof endInvoice>
  readonly findDepositByReference: Bound<typeof findDepositByReference>
}

const planted = new WeakMap<object, InvoiceDeposits>()

/** Makes a server with this context call these functions from now on. It works only in files that mock the modules by `replaceUseCases`. */
export function plantDeposits(server: AppContext, deposits: InvoiceDeposits): void {
  planted.set(server, deposits)
}

/** Replaces a module, for `vi.mock`, with functions that call what is planted in their context. */
export function replaceUseCases<Module extends object>(
  original: Module,
  ...names: (keyof Module & keyof InvoiceDeposits)[]
) {
  const replaced = names.map((name) => {
    const use = original[name] as (context: object, ...args: unknown[]) => unknown
    const call = (context: object, ...args: unknown[]) => {
      const found = planted.get(context)?.[name] as ((...given: unknown[]) => unknown) | undefined
      return found === undefined ? use(context, ...args) : found(...args)
    }
    return [name, call] as const
  })
  return { ...original, ...Object.fromEntries(replaced) }
}
