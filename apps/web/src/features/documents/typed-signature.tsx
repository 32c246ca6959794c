import { handFonts, inkColour, paperClass } from './signature-style.ts'

/** The typed name as it will be sent. */
export function TypedSign({ name }: { readonly name: string }) {
  return (
    <div aria-hidden className={`${paperClass} flex items-center justify-center overflow-hidden px-6`}>
      <span className="truncate text-40 italic" style={{ fontFamily: handFonts, color: inkColour }}>
        {name.trim()}
      </span>
    </div>
  )
}
