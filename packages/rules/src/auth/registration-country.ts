/** The part of a country that decides about registration. */
export type RegistrationCountry = {
  readonly iso: string
  readonly numcode: number
  readonly parentId: number | null
  readonly block: boolean
  readonly allowRegistration: boolean
}

export type RegistrationStatus = 'open' | 'usa' | 'blocked'

const usaNumcode = 840

/** Whether people from a country can register. The United States and its territories have a notice of their own (spec: account 4, 5). */
export function getRegistrationStatus(country: RegistrationCountry | undefined): RegistrationStatus {
  if (!country || country.block) return 'blocked'
  if (country.numcode === usaNumcode || country.parentId === usaNumcode) return 'usa'
  return country.allowRegistration ? 'open' : 'blocked'
}
