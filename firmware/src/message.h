/* What frames say and what is answered, as firmware/PROTOCOL.md says. Compiles for any machine. */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdint.h>

#define MESSAGE_HELLO_REQUEST 0x01
#define MESSAGE_PICTURE 0x02
#define MESSAGE_HELLO 0x81
#define MESSAGE_ACK 0x82

/* Room for the longest frame that the display says. */
#define MESSAGE_ANSWER_MAX 13

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 1

enum status { STATUS_SHOWN, STATUS_UNKNOWN_TYPE, STATUS_BAD_LENGTH, STATUS_BAD_VALUE };

/* What an intact frame asks for. */
enum wish { WISH_NOTHING, WISH_HELLO, WISH_PICTURE, WISH_REFUSAL };

/* Judges type, sequence and payload (`length` bytes, at least 2); `status` becomes what an ACK has to say. */
enum wish message_judge(const uint8_t *body, uint8_t length, enum status *status);

/* In an intact PICTURE. */
uint8_t message_brightness(const uint8_t *body);
const uint8_t *message_picture(const uint8_t *body);

/* Each writes a whole frame and returns its length. */
uint8_t message_hello(uint8_t sequence, uint8_t reset_reason, uint8_t *frame);
uint8_t message_ack(uint8_t sequence, enum status status, uint16_t dropped, uint16_t overruns, uint8_t *frame);

#endif
