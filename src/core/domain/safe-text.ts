/**
 * Makes external text safe to display.
 * A *name* (symbol, asset, tag, identifier) is sent back, so it must stay complete and unambiguous. Characters that
 * hide, reorder or join are *marked*, U+202E as "⟨U+202E⟩", and unmarked on sending. Marking is one to one: "⟨" itself
 * is marked. In *words* (a reason, an error) these characters are removed and the length is capped.
 */

/**
 * Visually ambiguous characters: controls, formats (including bidirectional and zero-width marks), surrogates, private
 * and unassigned ones, combining marks, blanks except single inner spaces, letters without a shape, and the marking
 * bracket.
 */
const toMark = /^ | $| (?= )|(?! )\p{Z}|[\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0\u27e8]/gu
const space = 0x20
/** "~". */
const lastVisible = 0x7e
const mark = /⟨U\+([0-9A-F]{2,6})⟩/g
export function isPlainText(text: string): boolean {
  // A loop for speed: it runs on every listed name, and few contain a space.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code <= space || code > lastVisible) return code === space && isPlainWithSpaces(text)
  }
  return true
}

function isPlainWithSpaces(text: string): boolean {
  let before = space
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < space || code > lastVisible || (code === space && before === space)) return false
    before = code
  }
  return before !== space
}

const markOf = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`

/** Returns the displayed and stored form. Different names have different forms. */
export function markName(text: string): string {
  return isPlainText(text) ? text : text.replace(toMark, markOf)
}

export function unmarkName(marked: string): string {
  if (!marked.includes('⟨')) return marked
  return marked.replace(mark, (whole, digits: string) => {
    const code = Number.parseInt(digits, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/**
 * Code point ranges that hide, reorder or break text: C0 and C1 controls, soft hyphen, joiners and fillers without a
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
/** More than two combining marks on a letter overlap adjacent lines. */
const piled = /(\p{M}{2})\p{M}+/gu

/**
 * Words without control, invisible or direction-changing characters, at most `maxLength` characters (then "…").
 * @example stripHostile('a\u202eb') // 'ab'
 */
export function stripHostile(text: string, maxLength = 200): string {
  if (text.length <= maxLength && harmless.test(text)) return text
  // Cut first, so that huge texts cost nothing.
  const characters = Array.from(text.slice(0, maxLength * 4).replace(piled, '$1')).filter(
    character => !isHostile(character),
  )
  if (characters.length <= maxLength && text.length <= maxLength * 4) return characters.join('')
  return `${characters.slice(0, maxLength - 1).join('')}…`
}

/** Escapes hidden and reordering characters in JSON without changing its value. Keeps line ends and indentation. */
export function escapeHostile(json: string): string {
  if (/^[\n -~]*$/.test(json)) return json
  return json.replace(/(?![\n ])[\p{C}\p{M}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/gu, character =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}
