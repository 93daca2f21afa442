/**
 * Loads a chunk's files before importing it, in place of the bundler's helper, which treats a failed style sheet as
 * loaded on retry. The build wraps every `import()` with it (`build/load-files.ts`).
 */

/**
 * Firefox caches a failed module for the page's life, so the import must not fail there. Chromium and WebKit fetch
 * again.
 */
const remembersFailures = CSS.supports('-moz-appearance', 'none')
const loads = new Map<string, Promise<unknown>>()

/** `files` are relative to `from`. A failed file is fetched again by the next call. */
export async function loadFiles<Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
  from = `${location.origin}/`,
): Promise<Part> {
  await Promise.all(files.map(file => loadOnce(new URL(file, from).href)))
  return await load()
}

function loadOnce(href: string): Promise<unknown> {
  const known = loads.get(href)
  if (known !== undefined) return known
  const loading = loadFile(href)
  loads.set(href, loading)
  loading.catch(() => loads.delete(href))
  return loading
}

async function loadFile(href: string): Promise<void> {
  const isStyle = href.endsWith('.css')
  // Only linked styles; the page's own are inline.
  if ([...document.querySelectorAll('link')].some(link => link.href === href)) return
  if (remembersFailures && !isStyle) {
    const answer = await fetch(href)
    await answer.blob()
    if (answer.ok) return
    throw new Error(`${href} did not load.`)
  }
  const link = document.createElement('link')
  link.rel = isStyle ? 'stylesheet' : 'modulepreload'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
  if (!isStyle) return
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${href} did not load.`))
    })
  })
}
