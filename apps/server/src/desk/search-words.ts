const from =
  'àáâãäåāăąæçćčċďđðèéêëēėęěğìíîïīįıłľñńňòóôõöøőœřßśšşșťţțþùúûüūůűýÿźžż' + 'абвгдеёжзийклмнопрстуфхцчшщыэюяіїєґў'
const to =
  'aaaaaaaaaaccccdddeeeeeeeegiiiiiiillnnnoooooooorsssssttttuuuuuuuyyzzz' + 'abvgdeejziiklmnoprstufhccssyeuaiiegu'

/** Writes a text like the column `users.search_words`, which has the same letters. */
export function toSearchWords(text: string): string {
  const letters = [...text.normalize('NFC').toLowerCase().replaceAll(/[ъь]/g, '')]
  return letters.map((letter) => to[from.indexOf(letter)] ?? letter).join('')
}
