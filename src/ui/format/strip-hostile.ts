/** C0 and C1 controls, soft hyphen, zero-width and bidirectional marks, line separators, tags, variation selectors, lone surrogates. */
const hostile =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]|\p{Cs}/gu

/** Text from the venue made safe to show: no control, invisible or direction-changing characters, at most `maxLength` characters (then "…"). */
export function stripHostile(text: string, maxLength = 200): string {
  // Cut before cleaning, so that a text of megabytes costs nothing.
  const clean = text.slice(0, maxLength * 4).replace(hostile, '')
  const characters = Array.from(clean)
  if (characters.length <= maxLength && text.length <= maxLength * 4) return clean
  return `${characters.slice(0, maxLength - 1).join('')}…`
}
