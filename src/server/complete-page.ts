/** The page of the build with what `build/page-frames.ts` wrote for it: the script before the first paint, the frame, all files that follow. */
import { z } from '../domain/zod.ts'

const files = z.object({ styles: z.array(z.string()), scripts: z.array(z.string()) })
const screenFiles = z.object({
  ...files.shape,
  frame: z.string(),
  /** Scripts of the grid library, where the screen has a table. */
  grid: z.array(z.string()),
  /** What the screen needs beside that for its first picture where a draft stands in the address. */
  draft: z.optional(files),
})

/** What the build wrote beside its page (`page.json`). */
export const pageFile = z.object({
  beforePaint: z.string(),
  /** Texts of style sheets by their files. */
  sheets: z.record(z.string(), z.string()),
  font: z.string(),
  screens: z.record(z.string(), screenFiles),
})

export type PageFile = z.infer<typeof pageFile>
export type ScreenFiles = z.infer<typeof screenFiles>

/**
 * `base`: where files of the build lie, as an address that ends with a slash. The style sheets stand in the page, in the order in which they count;
 * each has its link beside, disabled, by which the program knows that it need not fetch it.
 */
export function completePage(
  template: string,
  { beforePaint, sheets, font }: Pick<PageFile, 'beforePaint' | 'sheets' | 'font'>,
  { frame, styles, scripts, grid }: ScreenFiles,
  base: '/' | './',
): string {
  const styleLink = (name: string): string => `<link rel="stylesheet" disabled crossorigin href="${base}${name}" />`
  const scriptLink = (name: string): string => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${base}${name}" />`
  /** After the frame: a browser paints nothing before it has received a font that the head names, and asks for one that stands here as early. */
  const fontLink = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${base}${font}" />`
  const style = styles.map(name => sheets[name] ?? '').join('\n')
  const head = `<script>${beforePaint}</script>\n    <style nonce="%CSP_NONCE%">${style}</style>\n    <title>`
  // Functions, since a text put in place of another may hold signs that mean something there.
  return template
    .replace('<title>', () => head)
    .replace('</head>', () => `  ${[...new Set([...scripts, ...grid])].map(scriptLink).join('\n    ')}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${frame}</div>\n    ${fontLink}\n    ${styles.map(styleLink).join('\n    ')}`)
}

/** The screen with what a draft in its address needs. */
export const withDraft = ({ draft, ...screen }: ScreenFiles): ScreenFiles => ({
  ...screen,
  styles: [...screen.styles, ...(draft?.styles ?? [])],
  scripts: [...screen.scripts, ...(draft?.scripts ?? [])],
})
