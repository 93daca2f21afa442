/**
 * Characters that hide, reorder or break text, as ranges of code points: C0 and C1 controls, soft hyphen, joiners and fillers without a
 * shape, zero-width and bidirectional marks, line separators, variation selectors, lone surrogates, specials, tags.
 */
const hostile: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xe0000, 0xe0fff],
]

function isHostile(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return hostile.some(([from, to]) => code >= from && code <= to)
}

const harmless = /^[ -~]*$/

/** Text from the venue made safe to show: no control, invisible or direction-changing characters, at most `maxLength` characters (then "…"). */
export function stripHostile(text: string, maxLength = 200): string {
  if (text.length <= maxLength && harmless.test(text)) return text
  // Cut before cleaning, so that a text of megabytes costs nothing.
  const characters = Array.from(text.slice(0, maxLength * 4)).filter(character => !isHostile(character))
  if (characters.length <= maxLength && text.length <= maxLength * 4) return characters.join('')
  return `${characters.slice(0, maxLength - 1).join('')}…`
}
