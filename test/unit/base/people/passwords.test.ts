import assert from "node:assert/strict";
import { test } from "node:test";
import { Passwords } from "../../../../src/base/people/passwords.ts";

const password = "correct horse battery";
const cheap = { n: 2 ** 10, r: 8, p: 1 };

test("a password is hashed at the cost that OWASP advises unless another is given", async () => {
  const { kdf, n, r, p, salt, hash } = await new Passwords().hash(password, "Anna");
  assert.deepEqual([kdf, n, r, p], ["scrypt", 32_768, 8, 3]);
  assert.match(salt, /^[0-9a-f]{32}$/);
  assert.match(hash, /^[0-9a-f]{64}$/);
});

test("a stored hash is checked at its own cost, and two hashes of one password differ", async () => {
  const passwords = new Passwords(cheap);
  const one = await passwords.hash(password, "Anna");
  const other = await new Passwords({ ...cheap, n: 2 ** 11 }).hash(password, "Anna");
  assert.notEqual(one.hash, other.hash);
  assert.equal(await passwords.matches(other, password), true);
  assert.equal(await passwords.matches(other, `${password} `), false);
  assert.equal(await passwords.matches(null, password), false);
});
