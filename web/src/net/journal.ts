/* journal.ts: rows of the tables on this device, kept in IndexedDB. */

/* Rows that cannot be used: what is wrong is kept too, and can be saved as a file. */
export interface Damage {
  key: string
  row: string
}

const name = 'castellany',
  rows = 'rows',
  aside = 'aside'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

export class Journal {
  private last: Promise<unknown> = Promise.resolve()

  private constructor(private base: IDBDatabase) {}

  static async open(factory: IDBFactory = indexedDB): Promise<Journal> {
    const request = factory.open(name, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(rows)
      request.result.createObjectStore(aside)
    }
    return new Journal(await done(request))
  }

  /* Hands all rows to `take`, tables first. Those that it refuses are set aside, for good. */
  async load(take: (row: string) => boolean): Promise<void> {
    const read = this.base.transaction(rows).objectStore(rows)
    const [keys, texts] = await Promise.all([done(read.getAllKeys()), done(read.getAll())])
    const all = keys.map((key, i) => ({ key: String(key), row: texts[i] as unknown }))
    const isTable = (key: string) => key.startsWith('tables/')
    const ordered = [...all.filter(it => isTable(it.key)), ...all.filter(it => !isTable(it.key))]
    const damaged = ordered.filter(({ row }) => typeof row !== 'string' || !take(row))
    if (!damaged.length) return
    const write = this.base.transaction([rows, aside], 'readwrite')
    for (const { key, row } of damaged) {
      write.objectStore(aside).put(row, `${Date.now()}/${key}`)
      write.objectStore(rows).delete(key)
    }
    await completed(write)
  }

  /* Keeps lines of a key, a tab and a row, all or none. Units are kept one after the other. */
  keep(lines: string): Promise<boolean> {
    const kept = this.last.then(() => this.write(lines))
    this.last = kept
    return kept
  }

  private async write(lines: string): Promise<boolean> {
    if (!lines) return true
    try {
      /* Strict: a move that was confirmed is on the disk, not only on its way there. */
      const write = this.base.transaction(rows, 'readwrite', { durability: 'strict' })
      const store = write.objectStore(rows)
      for (const line of lines.split('\n')) {
        const tab = line.indexOf('\t')
        if (tab > 0) store.put(line.slice(tab + 1), line.slice(0, tab))
      }
      await completed(write)
      return true
    } catch (error) {
      console.warn('cannot keep a move:', error)
      return false
    }
  }

  /* Removes the rows whose keys begin like one of these lines, after all that was to be kept before; sets them aside if they are
     damaged. */
  remove(keys: string, damaged: boolean): Promise<void> {
    const removed = this.last.then(() => this.erase(keys.split('\n'), damaged))
    this.last = removed
    return removed
  }

  private async erase(keys: string[], damaged: boolean): Promise<void> {
    try {
      const write = this.base.transaction([rows, aside], 'readwrite')
      const store = write.objectStore(rows)
      for (const key of keys) {
        const range = IDBKeyRange.bound(key, key + '\uffff')
        if (damaged) await this.copyAside(store, write.objectStore(aside), range)
        store.delete(range)
      }
      await completed(write)
    } catch (error) {
      console.warn('cannot remove rows:', error)
    }
  }

  private async copyAside(from: IDBObjectStore, to: IDBObjectStore, range: IDBKeyRange): Promise<void> {
    const [keys, texts] = await Promise.all([done(from.getAllKeys(range)), done(from.getAll(range))])
    keys.forEach((key, i) => to.put(texts[i], `${Date.now()}/${key}`))
  }

  async setAside(): Promise<Damage[]> {
    const store = this.base.transaction(aside).objectStore(aside)
    const [keys, texts] = await Promise.all([done(store.getAllKeys()), done(store.getAll())])
    return keys.map((key, i) => ({ key: String(key), row: typeof texts[i] === 'string' ? texts[i] : JSON.stringify(texts[i]) }))
  }

  /* When the person has saved them. */
  async forgetAside(): Promise<void> {
    const write = this.base.transaction(aside, 'readwrite')
    write.objectStore(aside).clear()
    await completed(write)
  }
}
