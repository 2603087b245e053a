/* synonyms.ts: words that people look for and that the rules do not use, with what the rules say instead. */
import type { Language } from './words'

const table: Record<Language, Record<string, string[]>> = {
  en: {
    swap: ['any number of cards', 'exchange', 'replace'],
    exchange: ['any number of cards', 'replace'],
    trade: ['sell', 'pay'],
    money: ['silver'],
    coin: ['silver'],
    coins: ['silver'],
    stone: ['rock'],
    wheat: ['grain'],
    corn: ['grain'],
    lumber: ['wood'],
    town: ['village', 'city'],
    draw: ['draw', 'tied'],
    tie: ['tied'],
    tiebreak: ['tied'],
    roll: ['dice', 'roll'],
    steal: ['take', 'draw one of those'],
    rotate: ['turn', 'turned'],
    merge: ['join'],
    finish: ['complete'],
    surround: ['close'],
    fence: ['wall'],
    yard: ['courtyard'],
    undo: ['take back', 'taken back'],
    start: ['begin', 'set-up'],
    finale: ['end'],
    attack: ['overbuild'],
    skip: ['pass'],
    hidden: ['unseen', 'face down'],
    secret: ['unseen', 'face down'],
    max: ['at most'],
    limit: ['at most'],
  },
  nl: {
    ruilen: ['hoeveelheid kaarten', 'aantal kaarten', 'kaarten'],
    wisselen: ['aantal kaarten', 'kaarten'],
    geld: ['zilver'],
    munt: ['zilver'],
    koren: ['graan'],
    gelijkspel: ['gelijk'],
    gooien: ['dobbelsteen', 'werp', 'gooi'],
    roteren: ['draai'],
    stelen: ['neem', 'trek'],
    kasteel: ['burcht'],
    dorpje: ['dorp'],
    terugnemen: ['terug'],
    overslaan: ['pas'],
    geheim: ['gedekt'],
    verborgen: ['gedekt'],
  },
  de: {
    tauschen: ['beliebig viele karten', 'karten'],
    wechseln: ['beliebig viele karten', 'karten'],
    geld: ['silber'],
    münze: ['silber'],
    korn: ['getreide'],
    felsen: ['stein'],
    unentschieden: ['gleich'],
    gleichstand: ['gleich'],
    würfeln: ['wirfst', 'würfel'],
    rotieren: ['dreh'],
    stehlen: ['nimm', 'zieh'],
    schloss: ['burg'],
    verbinden: ['verbind', 'verein'],
    rückgängig: ['zurück'],
    aussetzen: ['pass'],
    geheim: ['verdeckt'],
    verborgen: ['verdeckt'],
  },
}

/* What a text must hold for a word that somebody looks for: the word itself or one of these. */
export const meanings = (word: string, language: Language): string[] => [word, ...(table[language][word] ?? [])]

/* Whether a text speaks of every word of a query. */
export function speaksOf(text: string, query: string, language: Language): boolean {
  const plain = text.toLocaleLowerCase()
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every(word => meanings(word, language).some(meaning => plain.includes(meaning)))
}
