/** Whether the browser gives this page storage; its settings may block it. */
export function isStorageAllowed(): boolean {
  try {
    return localStorage.length >= 0 && sessionStorage.length >= 0
  } catch {
    return false
  }
}

/** False if there is no room. */
export function tryToStore(storage: Storage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
