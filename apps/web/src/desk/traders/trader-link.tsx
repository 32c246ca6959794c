import { Link } from '@tanstack/react-router'

/** Link by the trader's name, or by the e-mail of a trader without one. */
export function TraderLink({
  id,
  name,
  email,
}: {
  readonly id: number
  readonly name: string
  readonly email: string
}) {
  return (
    <Link
      to="/traders/$id"
      params={{ id: String(id) }}
      className="font-medium wrap-anywhere text-accent-ink hover:underline"
    >
      {name || email}
    </Link>
  )
}
