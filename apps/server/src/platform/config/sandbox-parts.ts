/** Parts of a site that production can leave to the sandbox, if ALLOW_SANDBOX names them. `news`: invented feeds and calendar. */
export const allowableParts = ['processors', 'payouts', 'mail', 'chat', 'bitcoin', 'ethereum', 'rates', 'news'] as const
type AllowablePart = (typeof allowableParts)[number]

/** What the sandbox can stand in for. The last ones never do in production; `demo` is the sample data. */
export const sandboxParts = [...allowableParts, 'beacon', 'currency_rates', 'demo'] as const
export type SandboxPart = (typeof sandboxParts)[number]

type SandboxUse = {
  /** Parts for which no setting names something real. */
  readonly unset: readonly SandboxPart[]
  readonly isProduction: boolean
  readonly allowed: readonly AllowablePart[]
}

/** What the sandbox does in place of each part, and what to set. Production has no news, currencies and demo data instead. */
const refusals: Partial<Record<SandboxPart, string>> = {
  processors:
    'PROCESSORS_URL must be set in production, to none if all providers are connected at the desk: without it, payments by card and wallet go to the sandbox, which moves no real money.',
  payouts:
    'PAYOUTS_URL must be set in production, to none if all providers are connected at the desk: without it, withdrawals go to the sandbox, which pays nobody.',
  mail: 'SMTP_URL must be set in production: without it, mails go to the sandbox, and no trader gets them.',
  chat: 'CHAT_URL must be set in production, to none for a site without chat: without it, traders chat with the sandbox.',
  bitcoin:
    'BTC_RPC_URL must be set in production, to none for a site that takes no bitcoin: without it, coins of a test chain, which have no value, are credited.',
  ethereum:
    'ETH_RPC_URL must be set in production, to none for a site that takes no ether: without it, coins of a test chain, which have no value, are credited.',
  rates: 'RATES_URL must be set in production: without it, the sandbox invents the rates of coins.',
  beacon:
    'BEACON_URLS must be set in production while prices are simulated, e.g. to https://api.drand.sh,https://api2.drand.sh: anyone who runs the beacon of the sandbox could compute prices in advance.',
}

/** A sentence for each part that production lacks. */
export function listSandboxRefusals({ unset, isProduction, allowed }: SandboxUse): string[] {
  if (!isProduction) return []
  const missing = unset.filter((part) => !isAllowed(part, allowed) && refusals[part] !== undefined)
  const sentences = missing.flatMap((part) => refusals[part] ?? [])
  return missing.some((part) => isAllowed(part, allowableParts))
    ? [
        ...sentences,
        `For a test site, ALLOW_SANDBOX names the parts that can be the sandbox: ${allowableParts.join(', ')}.`,
      ]
    : sentences
}

/** The parts that are the sandbox. With one of them, the site is a test site. */
export function listSandboxParts({ unset, isProduction, allowed }: SandboxUse): SandboxPart[] {
  return unset.filter((part) => !isProduction || isAllowed(part, allowed))
}

function isAllowed(part: SandboxPart, allowed: readonly SandboxPart[]): boolean {
  return allowed.includes(part)
}
