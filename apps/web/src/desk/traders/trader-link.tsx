import { Link } from '@tanstack/react-router'

/** By the name, or the e-mail of who has given none. */
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
