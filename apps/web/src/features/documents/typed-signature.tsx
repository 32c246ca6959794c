import { handwritingFonts, inkColor, signaturePaperClass } from './signature-style.ts'

export function TypedSignature({ name }: { readonly name: string }) {
  return (
    <div aria-hidden className={`${signaturePaperClass} flex items-center justify-center overflow-hidden px-6`}>
      <span className="truncate text-40 italic" style={{ fontFamily: handwritingFonts, color: inkColor }}>
        {name.trim()}
      </span>
    </div>
  )
}
