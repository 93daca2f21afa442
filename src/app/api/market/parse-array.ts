/** Parses a long JSON array in pieces, yielding to the page between them. */
import { parseJson } from '../../../core/domain/json.ts'
import { yieldToPage } from '../browser/pause.ts'

/** Characters parsed without a pause, about five milliseconds. */
const usualPiece = 1_000_000

function parsed(text: string): readonly unknown[] | undefined {
  const value = parseJson(text)
  return Array.isArray(value) ? value : undefined
}

/**
 * Returns the values of an array's text; undefined if it is no array. Cuts between objects. A cut inside a string or
 * an inner array makes a piece invalid; then the whole text is parsed in one piece.
 */
export async function parseArray(text: string, pieceLength = usualPiece): Promise<readonly unknown[] | undefined> {
  return (await inPieces(text, pieceLength)) ?? parsed(text)
}

async function inPieces(text: string, pieceLength: number): Promise<readonly unknown[] | undefined> {
  if (text.length <= pieceLength || !text.startsWith('[')) return undefined
  const values: unknown[] = []
  let start = 1
  for (;;) {
    const cut = text.indexOf('},{', start + pieceLength)
    const piece = cut < 0 ? parsed(`[${text.slice(start)}`) : parsed(`[${text.slice(start, cut + 1)}]`)
    if (piece === undefined) return undefined
    for (const value of piece) values.push(value)
    if (cut < 0) return values
    start = cut + 2
    await yieldToPage()
  }
}
