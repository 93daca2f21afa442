/**
 * Selects the rules of the program's style sheets that a screen's frame needs. They are inlined in the page; the
 * sheets follow as files.
 */

/**
 * Returns the rules for elements without a class, and those whose classes all occur in `markup`, in order. `css` is
 * the bundler's output.
 */
export function stylesOfMarkup(css: string, markup: string): string {
  const classes = new Set([...markup.matchAll(/\sclass="([^"]*)"/g)].flatMap(match => (match[1] ?? '').split(/\s+/)))
  const isNeeded = (selector: string): boolean =>
    [...selector.replaceAll(/:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g, '').matchAll(/\.([\w-]+)/g)].every(
      match => classes.has(match[1] ?? ''),
    )
  const needed = (text: string): string =>
    rulesOf(text)
      .map(({ prelude, block }) => {
        if (block === undefined) return `${prelude};`
        if (/^@(?:media|supports|container|layer)\b/.test(prelude)) {
          const inner = needed(block)
          return inner === '' ? '' : `${prelude}{${inner}}`
        }
        return prelude.startsWith('@') || prelude.split(',').some(isNeeded) ? `${prelude}{${block}}` : ''
      })
      .join('')
  return needed(css)
}

interface Rule {
  readonly prelude: string
  /** Undefined for a statement, such as `@charset`. */
  readonly block: string | undefined
}

function rulesOf(css: string): readonly Rule[] {
  const rules: Rule[] = []
  let from = 0
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === ';') {
      rules.push({ prelude: css.slice(from, at).trim(), block: undefined })
      from = at + 1
    } else if (css[at] === '{') {
      const end = endOfBlock(css, at)
      rules.push({ prelude: css.slice(from, at).trim(), block: css.slice(at + 1, end) })
      from = end + 1
      at = end
    }
  }
  return rules
}

/** Index at which the block opened at `at` is closed. Ignores braces in strings. */
function endOfBlock(css: string, at: number): number {
  let depth = 0
  let quote: string | undefined
  for (let index = at; index < css.length; index += 1) {
    const letter = css[index]
    if (quote !== undefined) {
      if (letter === '\\') index += 1
      else if (letter === quote) quote = undefined
    } else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '{') depth += 1
    else if (letter === '}' && --depth === 0) return index
  }
  throw new Error('A style sheet has a block that is not closed.')
}
