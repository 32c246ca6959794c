/** Returns the name that all participants see: the one that the trader has chosen, else first name and initial. */
export function formatParticipantName(firstName: string, lastName: string, displayName: string | null): string {
  if (displayName !== null) return displayName
  const [initial = ''] = lastName.trim()
  return initial === '' ? firstName.trim() : `${firstName.trim()} ${initial.toUpperCase()}.`
}
