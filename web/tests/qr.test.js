// QR codes, compared with those of another program: `qrencode -8 -l M -m 0 -t ASCII TEXT` (libqrencode 4.1), a row of modules as a hexadecimal
// number. Which mask is best is a matter of taste between programs; what stands under a mask is not.
import assert from 'node:assert/strict';
import test from 'node:test';
import { matrix } from '../js/online/qr.js';

/** @type {{text: string, mask: number, rows: string}[]} */
const KNOWN = [
  {
    text: 'https://mancala.example/#/online/k3f9x2',
    mask: 7,
    rows:
      '1fc8b67f 10453c41 1747695d 1748605d 174d3c5d 105dff41 1fd5557f 000a1c00 12dc85a0 1506c9c9 11655e2e 1210c606 ' +
      '16e57fcb 18a28380 045ac1af 01211e9a 1a67ab82 0589c8e9 13d44973 011e6c63 16cf13f4 00195117 1fc80952 1051511d ' +
      '174539f3 175182fe 174d0a1d 104cab42 1fd3e96a',
  },
  {
    text: 'A',
    mask: 4,
    rows:
      '1fda7f 104c41 174f5d 175c5d 175d5d 105e41 1fd57f 001700 1172f9 05132b 1ec67c 1c28d6 1df1c7 0015c7 1fd982 ' +
      '104f2a 175e7f 174b2b 17427c 1048d4 1fd5c5',
  },
  {
    text: 'http://127.0.0.1:8000/#/online/abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz-0123456789',
    mask: 3,
    rows:
      '1fda72307397f 105900655ff41 1749436ed7b5d 175592da8325d 17446d7c8185d 104328c46ac41 1fd555555557f ' +
      '001351c7a9600 16ecdb7d6a24b 0a33deb9608fc 03ec75e25cb68 0a12a7dc339fc 027344f0895ac 183092f49beb5 ' +
      '1b557306eb75a 1006e345fea91 0160880c94737 102b3c69343ad 06526bd78ce3b 190b87bba584b 0268872de2e69 ' +
      '1a343aad682dc 15f790fedc9f8 1b1648c613b1c 0f5191d68b75c 111cbfc598d17 1bf7a4ffea7f2 06a642a3fc112 ' +
      '167ebf6a9a884 0b94727c2c309 0fffbe4985fdb 03b17d132df6b 005a575dae1f3 1730a6f96aaa0 124678065c990 ' +
      '1992bc0ed3ade 19c0e90e8b394 11925f4d107f7 08e3d8a36ae92 0e1bf2a5fe012 1c4528fc989f4 00197c473c311 ' +
      '1fdd2cd497f57 105f3f4525d1b 17424effa09f2 175f43c1489b5 175a54af5da5b 104359ea973ac 1fda2d3a0b68f',
  },
];

/** @param {boolean[][]} dark */
const inHex = (dark) =>
  dark
    .map((row) => {
      const digits = Math.ceil(row.length / 4);
      return BigInt(`0b${row.map(Number).join('')}`)
        .toString(16)
        .padStart(digits, '0');
    })
    .join(' ');

for (const { text, mask, rows } of KNOWN) {
  test(`${text.slice(0, 40)} as another program writes it`, () => {
    const made = matrix(text, mask);
    assert.ok(made);
    assert.equal(inHex(made), rows);
  });
}

test('without a mask the one that reads best is taken, and it is one of the eight', () => {
  for (const { text } of KNOWN) {
    const free = JSON.stringify(matrix(text));
    assert.ok([0, 1, 2, 3, 4, 5, 6, 7].some((mask) => JSON.stringify(matrix(text, mask)) === free));
  }
});

test('every length fits the smallest square it can, and what is too long makes none', () => {
  let before = 21;
  for (let length = 1; length < 660; length += 1) {
    const made = matrix('x'.repeat(length), 0);
    assert.ok(made && made.length >= before && made.every((row) => row.length === made.length), String(length));
    before = made.length;
  }
  assert.equal(before, 97);
  // Version 1 takes 14 bytes at this level of correction, version 20 takes 666.
  assert.equal(matrix('x'.repeat(14), 0)?.length, 21);
  assert.equal(matrix('x'.repeat(15), 0)?.length, 25);
  assert.equal(matrix('x'.repeat(666), 0)?.length, 97);
  assert.equal(matrix('x'.repeat(667)), null);
});
