/** Finds WebKitGTK's driver and MiniBrowser (Debian's `webkit2gtk-driver`), and a display for them. */
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface FoundWebKit {
  readonly driver: string
  readonly browser: string
  readonly xvfb: string | undefined
}

const onPath = (name: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
    .map(folder => join(folder, name))
    .find(existsSync)

function miniBrowser(): string | undefined {
  const libraries = [
    '/usr/lib',
    '/usr/libexec',
    ...(existsSync('/usr/lib') ? readdirSync('/usr/lib').map(name => join('/usr/lib', name)) : []),
  ]
  const folders = libraries.flatMap(library =>
    ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0'].map(name => join(library, name)),
  )
  return folders.map(folder => join(folder, 'MiniBrowser')).find(existsSync)
}

export function findWebKit(): FoundWebKit | undefined {
  const named = process.env['WEBKIT_DRIVER_PATH']
  const driver = named === undefined || named === '' ? onPath('WebKitWebDriver') : named
  const browser = miniBrowser()
  if (driver === undefined || !existsSync(driver) || browser === undefined) return undefined
  if ((process.env['DISPLAY'] ?? '') !== '' || (process.env['WAYLAND_DISPLAY'] ?? '') !== '')
    return { driver, browser, xvfb: undefined }
  const xvfb = onPath('Xvfb')
  return xvfb === undefined ? undefined : { driver, browser, xvfb }
}
