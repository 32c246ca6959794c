/** Heading of a section. `id` is for the section's `aria-labelledby`. */
export function SectionHeading(props: { readonly id: string; readonly title: string; readonly lead: string }) {
  return (
    <div className="flex flex-col gap-1">
      <h2 id={props.id} className="text-21 font-semibold">
        {props.title}
      </h2>
      <p className="text-muted">{props.lead}</p>
    </div>
  )
}
