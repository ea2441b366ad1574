/** Why a database cannot be read, as words that can stand behind the name of its file. */
export class DatabaseError extends Error {
	override readonly name = "DatabaseError";
}

/** A database that is not as the file format wants it. */
export function broken(what: string): DatabaseError {
	return new DatabaseError(`a broken database: ${what}`);
}
