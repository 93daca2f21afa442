/// <reference lib="webworker" />
/**
 * The service worker of the demo: it stores the app's files, so that the app opens without a network, and answers what lies under the paths of
 * the exchange by asking the exchange's worker through a page (a service worker can start none, a page can). It holds nothing of the exchange.
 */
import { askOver, exchangePath, plainRequest, type RelayRequest } from './messages.ts'

declare const self: ServiceWorkerGlobalScope
/** Filled in by the build: a name of this version and its files, relative to the scope. */
declare const legworkVersion: string
declare const legworkFiles: readonly string[]

const cachePrefix = 'legwork-demo-'
const cacheName = `${cachePrefix}${legworkVersion}`
const page = 'index.html'

self.addEventListener('install', event => {
  event.waitUntil(self.skipWaiting())
})

self.addEventListener('activate', event => {
  event.waitUntil(self.clients.claim())
})

/** Stores this version's files once the page is up, which asks for it, so that the first visit is not held up; then the older versions go. */
async function storeFiles(): Promise<void> {
  const cache = await caches.open(cacheName)
  const stored = new Set((await cache.keys()).map(request => request.url))
  const missing = legworkFiles.filter(file => !stored.has(new URL(file, self.registration.scope).href))
  await cache.addAll(missing)
  const names = await caches.keys()
  // A tab of the version before may still load parts of it.
  const older = names.filter(name => name.startsWith(cachePrefix) && name !== cacheName).slice(0, -1)
  await Promise.all(older.map(name => caches.delete(name)))
}

self.addEventListener('message', event => {
  if (event.data === 'store files') event.waitUntil(storeFiles())
  if (event.data === 'claim') event.waitUntil(self.clients.claim())
})

const isOurs = (url: URL): boolean => url.origin === self.location.origin

self.addEventListener('fetch', event => {
  const url = new URL(event.request.url)
  if (!isOurs(url)) return
  if (exchangePath.test(url.pathname)) event.respondWith(askPage(event))
  else if (url.href.startsWith(self.registration.scope) && event.request.method === 'GET') event.respondWith(fileOf(event.request))
})

async function askPage(event: FetchEvent): Promise<Response> {
  // Another site can navigate here or send a form; it has no client of ours.
  const client = event.clientId === '' || event.request.mode === 'navigate' ? undefined : await self.clients.get(event.clientId)
  if (client === undefined) return Response.json({ error: 'This exchange answers only the pages of Legwork.' }, { status: 403 })
  const send = (request: Awaited<ReturnType<typeof plainRequest>>, port: MessagePort): void =>
    client.postMessage({ legwork: 'relay', message: { kind: 'request', request } } satisfies RelayRequest, [port])
  return await askOver(send, await plainRequest(event.request), event.request.signal)
}

/** Files have their content in their names; the page itself is asked for first, and taken from the store where there is no network. */
async function fileOf(request: Request): Promise<Response> {
  if (request.mode === 'navigate') {
    try {
      const fresh = await fetch(request)
      if (fresh.ok) return fresh
    } catch {
      // No network: the stored one.
    }
    return (await storedFile(new URL(page, self.registration.scope).href)) ?? Response.error()
  }
  return (await storedFile(request.url)) ?? (await fetch(request))
}

async function storedFile(url: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName)
  return (await cache.match(url)) ?? (await caches.match(url))
}
